/** The cost of an fsync before each acknowledged sign-in, sequentially and with 32 concurrent. */

import { spawnSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { after, type Load } from './load/load-process.ts'
import type { Order } from './load/order.ts'
import { startCountersign } from './servers/servers.ts'
import { median } from './statistics.ts'
import { measureLogGrowth } from './write-ahead-log.ts'

export type Durability = {
  concurrency: number
  perSecond: number
  p50: number
  walBytesPerSignIn: number
  /** Unknown without strace. */
  syncsPerSignIn: number | undefined
}

export async function measureDurability(load: Load, folder: string, seconds: number): Promise<Durability[]> {
  const canTrace = spawnSync('strace', ['--version'], { stdio: 'ignore' }).status === 0
  const figures: Durability[] = []
  for (const concurrency of [1, 32, 256]) {
    const at = join(folder, `durability-${concurrency}`)
    mkdirSync(at)
    const rate = await measureRate(load, at, { seconds, concurrency })
    const syncsPerSignIn = canTrace ? await countSyncs(load, at, { seconds, concurrency }) : undefined
    figures.push({ concurrency, ...rate, syncsPerSignIn })
  }
  return figures
}

type Round = { seconds: number; concurrency: number }

const LOGGED_SIGN_INS = 500

async function measureRate(load: Load, folder: string, round: Round) {
  const server = await startCountersign(folder)
  try {
    const order = orderFor(server.port, round.concurrency)
    await load.run(order, after(round.seconds / 2))
    const { done, seconds, p50 } = await load.run(order, after(round.seconds))
    let logged = 0
    const { bytes } = await measureLogGrowth(join(folder, 'countersign.db'), async () => {
      logged = (await load.run({ ...order, most: LOGGED_SIGN_INS }, () => false)).done
    })
    return { perSecond: done / seconds, p50, walBytesPerSignIn: bytes / logged }
  } finally {
    await server.stop('SIGKILL')
  }
}

/** Counted in a separate run, since tracing slows the server down. */
async function countSyncs(load: Load, folder: string, round: Round): Promise<number> {
  const traceFile = join(folder, 'fsync.trace')
  const server = await startCountersign(folder, { traceFile })
  const atStart = countCalls(traceFile)
  try {
    const { done } = await load.run(orderFor(server.port, round.concurrency), after(round.seconds))
    return (countCalls(traceFile) - atStart) / done
  } finally {
    await server.stop('SIGKILL')
  }
}

function orderFor(port: number, concurrency: number): Order {
  return { system: 'countersign', action: 'new-sign-in', port, concurrency }
}

function countCalls(traceFile: string): number {
  return readFileSync(traceFile, 'utf8').match(/\bf(?:data)?sync\(/g)?.length ?? 0
}

/** Milliseconds to write and sync 4 kB. */
export function measureSync(folder: string): number {
  const file = openSync(join(folder, 'sync'), 'w')
  const block = Buffer.alloc(4096, 1)
  const times = Array.from({ length: 50 }, () => {
    const began = performance.now()
    writeSync(file, block)
    fsyncSync(file)
    return performance.now() - began
  })
  closeSync(file)
  return median(times)
}
