/**
 * `npm test`: types, lint and every test, the cheapest first. Arguments narrow it down: `npm test -- session` runs the
 * test files whose path contains "session" and sets up only what those need. `--relying-parties` runs every relying party
 * that nobody here wrote, those that are too slow for every run included, and prints a table of them.
 */

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { check } from '../scripts/check.mjs'
import { fail, say } from '../scripts/setup.mjs'
import { cpuSeconds } from './runner/cpu-time.ts'
import { printParties } from './runner/parties.ts'
import { planTests, STAGES, type StageName, splitFiles, type TestFile } from './runner/plan.ts'
import { addResults, type Failure, noResult, type Result, runFiles } from './runner/run-files.ts'
import { setUp } from './runner/set-up.ts'
import { printSlowest, printStages, printSummary } from './runner/summary.ts'
import { openTemporaryFolder } from './runner/temporary-folder.ts'

// A page waits now and then, for its server or for the next look of the test: one more than cores keeps them busy.
const PAGES_AT_ONCE = availableParallelism() + 1

const { values, positionals: parts } = readArguments()
const files = planTests({
  parts,
  allEngines: values['all-engines'],
  allBrowsers: values['all-browsers'],
  relyingParties: values['relying-parties'],
})
if (files.length === 0) fail(`No test file matches ${parts.join(' ')}.`)
prepareEnvironment()
await runAll()

function readArguments() {
  try {
    const option = { type: 'boolean', default: false } as const
    const options = { 'all-engines': option, 'all-browsers': option, 'relying-parties': option }
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

async function runAll(): Promise<void> {
  const started = performance.now()
  const wholeRun = parts.length === 0 && !values['relying-parties']
  let result = noResult()
  const costs: { name: string; cpuSeconds: number }[] = []
  const totalCpuSeconds = () => cpuSeconds() + result.cpuSeconds
  const recordCost = (name: string) => {
    const before = costs.reduce((sum, cost) => sum + cost.cpuSeconds, 0)
    costs.push({ name, cpuSeconds: totalCpuSeconds() - before })
  }
  const stop = await setUp(files, { page: wholeRun })
  recordCost('Set-up')
  // The checks have no tests to count: what is wrong ends the run.
  if (wholeRun) check()
  if (wholeRun) recordCost('Checks')
  const stages = Object.keys(STAGES) as StageName[] // its own keys
  const skipped: string[] = []
  for (const stage of stages) {
    const own = files.filter((file) => file.stage === stage)
    if (own.length === 0) continue
    // Of relying parties, each is worth knowing about.
    if (result.failures.length > 0 && !values['relying-parties']) {
      skipped.push(STAGES[stage])
      continue
    }
    result = addResults(result, await runStage(stage, own))
    recordCost(STAGES[stage])
  }
  await stop()
  recordCost('PostgreSQL')
  printStages(costs)
  printSlowest(result)
  if (skipped.length > 0) say(`Not run, because of the failures above: ${skipped.join(', ')}.`)
  const lacking = values['relying-parties'] && parts.length === 0 ? printParties(result) : []
  printSummary(result, {
    wallSeconds: (performance.now() - started) / 1000,
    cpuSeconds: totalCpuSeconds(),
  })
  process.exitCode = result.failures.length + lacking.length > 0 ? 1 : 0
}

async function runStage(stage: StageName, own: TestFile[]): Promise<Result> {
  say(`${STAGES[stage]}: ${own.length} files`)
  const cores = availableParallelism()
  // One Chromium for all browser tests, so one process. Elsewhere, more lots than cores even out how long they take.
  const batches = stage === 'browser' ? [own] : splitFiles(own, stage === 'http' ? 2 * cores : cores)
  const concurrency = stage === 'browser' ? PAGES_AT_ONCE : 1
  const results: Result[] = []
  const runLane = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const paths = batch.map(({ path }) => path)
      results.push(await runFiles(paths, { concurrency, onFailure: printFailure }))
    }
  }
  await Promise.all(Array.from({ length: cores }, runLane))
  return results.reduce(addResults)
}

function printFailure({ file, name, error }: Failure): void {
  process.stderr.write(`\nFAILED ${file}\n  ${name}\n${error.replace(/^/gm, '    ')}\n\n`)
}

function prepareEnvironment(): void {
  if (values['all-engines']) process.env.TEST_ENGINES = 'all'
  // What one process compiles is there for the others.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', 'node_modules', '.cache', 'tests')
  process.env.TEST_PORTS = openTemporaryFolder()
}
