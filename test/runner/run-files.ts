/** Runs test files in worker processes and collects the results. */

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Outcome } from './reporter.ts'

export type Failure = { file: string; name: string; error: string }
export type FileTime = { file: string; milliseconds: number }
export type Result = {
  passed: number
  skipped: number
  failures: Failure[]
  files: FileTime[]
  /** Of every test, in the order they ended. */
  tests: TestResult[]
  /** Of processes that nobody waits for. */
  cpuSeconds: number
}
export type TestResult = { file: string; name: string; outcome: 'passed' | 'skipped' | 'failed' }

const WORKER = join(import.meta.dirname, 'worker.ts')
const REPORTER = join(import.meta.dirname, 'reporter.ts')

export const noResult = (): Result => ({ passed: 0, skipped: 0, failures: [], files: [], tests: [], cpuSeconds: 0 })

export function addResults(a: Result, b: Result): Result {
  return {
    passed: a.passed + b.passed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
    files: [...a.files, ...b.files],
    tests: [...a.tests, ...b.tests],
    cpuSeconds: a.cpuSeconds + b.cpuSeconds,
  }
}

type Options = { concurrency: number; onFailure: (failure: Failure) => void }

/** All files in one process; `concurrency` of them at a time. */
export async function runFiles(files: string[], { concurrency, onFailure }: Options): Promise<Result> {
  const result = noResult()
  const tested = new Set<string>()
  const recordFailure = (failure: Failure) => {
    result.failures.push(failure)
    onFailure(failure)
  }
  const ended = await runWorker(files, concurrency, (outcome) => {
    if (outcome.kind === 'file') return void result.files.push(outcome)
    if (outcome.kind === 'cpu') {
      result.cpuSeconds += outcome.seconds
      return
    }
    tested.add(outcome.file)
    result.tests.push({ file: outcome.file, name: outcome.name, outcome: outcome.outcome })
    if (outcome.outcome === 'failed') recordFailure(outcome)
    else result[outcome.outcome]++
  })
  // A worker that crashes must be reported as a failure.
  for (const file of files)
    if (!tested.has(file) || !result.files.some((each) => each.file === file))
      recordFailure({
        file,
        name: '',
        error: `This file has no test, or did not run to its end. ${ended.problem}\n${ended.output}`,
      })
  if (ended.problem && result.failures.length === 0)
    recordFailure({ file: files.join(', '), name: '', error: `${ended.problem}\n${ended.output}` })
  return result
}

type WorkerResult = { problem: string; output: string }

function runWorker(files: string[], concurrency: number, onOutcome: (outcome: Outcome) => void): Promise<WorkerResult> {
  // Every test leaves a server and its requests behind: with more room for young objects, they are collected less often.
  const memory = '--max-semi-space-size=64'
  const flags = ['--disable-warning=ExperimentalWarning', memory, `--test-reporter=${REPORTER}`]
  const child = spawn(process.execPath, [...flags, WORKER, String(concurrency), ...files], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const appendOutput = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000)
  }
  child.stdout?.on('data', appendOutput)
  child.stderr?.on('data', appendOutput)
  child.on('message', (message) => onOutcome(message as Outcome)) // our reporter sends nothing else
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ problem: code === 0 ? '' : `The worker exited with ${code ?? signal}.`, output })
    })
  })
}
