/** Runs every test with one PostgreSQL for all of them. Arguments narrow it down: `npm test -- session`. */

import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { startPostgres } from './support/postgres.ts'

const wanted = process.argv.slice(2)
const matches = (file: string) => wanted.length === 0 || wanted.some((part) => file.includes(part))
// The slowest begin first. A browser keeps more than one core busy: one file more than there are cores fills them all.
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

// Dozens of processes load the same modules: what was compiled for one is there for all.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', 'node_modules', '.cache', 'tests')
const folder = mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), 'countersign-tests-'))
chmodSync(folder, 0o711) // PostgreSQL runs as somebody else
process.env.TMPDIR = folder
process.env.TEST_PORTS = folder
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const postgres = await startPostgres()
process.env.TEST_POSTGRES = postgres.address
const stream = run({
  files,
  concurrency: availableParallelism() + 1,
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

/** Databases wait for their disk, and those of a test need not survive a power cut: memory will do where it is ample. */
function hasRoom(place: string): boolean {
  if (!existsSync(place)) return false
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize > 4 * 1024 ** 3
}
