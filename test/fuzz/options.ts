/** The options of `npm run fuzz`; scripts/fuzz.mjs describes them. */

import { parseArgs } from 'node:util'

export type FuzzOptions = {
  engine: 'sqlite' | 'postgres'
  seed: number
  requests: number
  /** The number of the first request. */
  from: number
}

export function readOptions(words: readonly string[]): FuzzOptions {
  const text = { type: 'string' } as const
  const options = { engine: text, seed: text, requests: text, from: text, only: text }
  const { values } = parseArgs({ args: [...words], options, allowPositionals: false })
  const { engine = 'sqlite', seed = '1', requests = '20000', from = '0', only } = values
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error(`--engine is sqlite or postgres, not ${engine}`)
  return {
    engine,
    seed: readNumber('--seed', seed),
    requests: only === undefined ? readNumber('--requests', requests) : 1,
    from: readNumber('--from', only ?? from),
  }
}

function readNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is a number, not ${text}`)
  return Number(text)
}
