/** Mutates a copy of the working tree with Stryker, group by group, and prints the score and what survived. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fail, say } from '../../scripts/setup.mjs'
import { importsOf, type Need, planTests } from '../runner/plan.ts'
import { copyWorkingTree } from './copy.ts'
import { type FileReport, printReport } from './report.ts'
import config, { groups } from './stryker.config.mjs'

// PostgreSQL is not among them: in a mutation run forEachEngine uses SQLite alone.
const TOO_SLOW: Need[] = ['page', 'browser', 'chain', 'proxies', 'apache', 'apps']
const STRYKER = resolve('test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js')
const REPORTS = resolve('node_modules/.cache/mutation')

// A mutant may remove the check of an address, so the tests have no network but loopback where Linux allows it.
const WITHOUT_NETWORK = ['unshare', '--map-root-user', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
const [command = process.execPath, ...before] = isIsolated() ? [...WITHOUT_NETWORK, process.execPath] : []

const parts = process.argv.slice(2)
const started = performance.now()
const runs = groups.map(planRun).filter(({ mutate }) => mutate.length > 0)
if (runs.length === 0) fail(`No mutated file matches ${parts.join(' ')}.`)
mkdirSync(REPORTS, { recursive: true })
const reports = runs.flatMap(runStryker)
const seconds = (performance.now() - started) / 1000
process.exitCode = printReport(reports, { seconds, whole: parts.length === 0 }) ? 0 : 1

function isIsolated(): boolean {
  const [program = '', ...options] = WITHOUT_NETWORK
  return spawnSync(program, [...options, 'true']).status === 0
}

function planRun(group: (typeof groups)[number], index: number) {
  const mutate = group.mutate.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  const tests = planTests({ parts: group.tests, allEngines: false, allBrowsers: false, relyingParties: false })
    .filter(({ path }) => group.tests.some((place) => path.startsWith(place)))
    .filter(({ needs }) => !needs.some((need) => TOO_SLOW.includes(need)))
    .filter(({ path }) => mutate.some((file) => importsOf(path).has(file)))
    .map(({ path }) => path)
  return { mutate, tests, report: join(REPORTS, `group-${index + 1}.json`) }
}

/** In a copy of its own: Stryker writes the mutants into the files. */
function runStryker({ mutate, tests, report }: ReturnType<typeof planRun>): FileReport[] {
  say(`Mutating ${mutate.join(', ')} under ${tests.length} test files`)
  rmSync(report, { force: true }) // one of an earlier run says nothing about this one
  const copy = copyWorkingTree()
  try {
    const options = { ...config, mutate, tap: { ...config.tap, testFiles: tests }, jsonReporter: { fileName: report } }
    writeFileSync(join(copy.folder, 'stryker.config.json'), JSON.stringify(options))
    const env = { ...process.env, TEST_ENGINES: 'sqlite', TMPDIR: copy.temporary, NODE_COMPILE_CACHE: copy.cache }
    const result = spawnSync(command, [...before, STRYKER, 'run'], { cwd: copy.folder, stdio: 'inherit', env })
    if (result.status !== 0 || !existsSync(report)) fail('Stryker could not finish; see above.')
    const { files } = JSON.parse(readFileSync(report, 'utf8'))
    return Object.entries<Omit<FileReport, 'path'>>(files).map(([path, file]) => ({ path, ...file }))
  } finally {
    copy.remove()
  }
}
