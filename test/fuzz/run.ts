/** `npm run fuzz`. */

import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '@countersign/contract/schemas/route-schemas.ts'
import { fail, say } from '../../scripts/setup.mjs'
import { openTemporaryFolder } from '../runner/temporary-folder.ts'
import { type Engine, sqliteTemplate } from '../support/database/engines.ts'
import { disposeShared } from '../support/shared.ts'
import { fuzz, newReport, type Report, ROUND } from './fuzz.ts'
import { type FuzzOptions, readOptions } from './options.ts'

const options = parse()
const folder = openTemporaryFolder()
const { seed, from, requests } = options
const engine = await openEngine(options)
const started = performance.now()
const report = newReport()
process.on('uncaughtException', (error) => {
  say(`\nFAILED after request ${from + report.sent}: the process ended with ${error.stack}`)
  print(report)
  process.exit(1)
})
await fuzz(engine, { seed, first: from, count: requests }, report)
await disposeShared()
print(report)
process.exit(report.failures.length > 0 ? 1 : 0)

function parse(): FuzzOptions {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

async function openEngine({ engine: name }: FuzzOptions): Promise<Engine> {
  if (name === 'postgres') {
    const { createSharedDatabase } = await import('../support/database/postgres.ts')
    return { name, createDatabase: createSharedDatabase }
  }
  let count = 0
  return {
    name,
    async createDatabase() {
      const path = join(folder, `${++count}.db`)
      copyFileSync(await sqliteTemplate(), path)
      return `file:${path}`
    },
  }
}

function print({ sent, answers, failures, slowestMs, succeeded }: Report): void {
  const seconds = (performance.now() - started) / 1000
  for (const [answer, times] of [...answers].sort(([a], [b]) => (a < b ? -1 : 1)))
    say(`${String(times).padStart(8)}  ${answer}`)
  const names = routes.map(({ method, path }) => `${method} ${path}`)
  const others = names.filter((name) => !succeeded.has(name))
  say(
    `\nRoutes without a successful answer: ${others.length} of ${names.length}${others.map((name) => `\n  ${name}`).join('')}`,
  )
  for (const { index, title, problem } of failures) {
    say(`\nFAILED request ${index}: ${title}\n  ${problem}`)
    say(`  npm run fuzz -- --engine ${options.engine} --seed ${seed} --only ${index}`)
    say(
      `  or, with those before it: --seed ${seed} --from ${index - (index % ROUND)} --requests ${(index % ROUND) + 1}`,
    )
  }
  const rate = `${Math.round(sent / seconds)} per second, slowest ${Math.round(slowestMs)} ms`
  say(`\n${sent} requests on ${options.engine}, seed ${seed}: ${failures.length} failures (${rate})`)
}
