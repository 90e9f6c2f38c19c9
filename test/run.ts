/** Runs every test with one PostgreSQL for all of them. Arguments narrow it down: `npm test -- session`. */

import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { startPostgres } from './support/postgres.ts'

const wanted = process.argv.slice(2)
const matches = (file: string) => wanted.length === 0 || wanted.some((part) => file.includes(part))
// The slowest begin first. They mostly wait for a browser, so twice as many run as this machine has cores.
const files = [
  'test/browser/*.test.ts',
  'test/flows/*.test.ts',
  'server/src/**/*.test.ts',
  'contract/src/**/*.test.ts',
  'web/src/**/*.test.ts',
]
  .flatMap((pattern) => globSync(pattern).sort())
  .filter(matches)

if (files.length === 0) {
  process.stderr.write(`No test file matches ${wanted.join(' ')}\n`)
  process.exit(1)
}

const postgres = await startPostgres()
process.env.TEST_POSTGRES = postgres.address
const stream = run({
  files,
  concurrency: 2 * availableParallelism(),
  execArgv: ['--disable-warning=ExperimentalWarning'],
})
let failed = false
stream.on('test:fail', () => {
  failed = true
})
stream.compose(spec).pipe(process.stdout)
stream.on('end', () => void finish())

async function finish(): Promise<void> {
  await postgres.stop()
  process.exitCode = failed ? 1 : 0
}
