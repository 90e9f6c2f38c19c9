/** Sends the result of each test from a worker to the runner. */

import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

export type Outcome =
  | { kind: 'test'; file: string; name: string; outcome: 'passed' | 'skipped' }
  | { kind: 'test'; file: string; name: string; outcome: 'failed'; error: string }
  | { kind: 'file'; file: string; milliseconds: number }
  | { kind: 'cpu'; seconds: number }

// The worker wraps all files in one suite, and each file in one of its own.
const FILE_LEVEL = 1

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = []
  for await (const event of events) {
    if (event.type === 'test:start') path[event.data.nesting] = event.data.name
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    for (const outcome of outcomesOf(event, path)) process.send?.(outcome)
  }
  yield ''
}

function* outcomesOf(
  event: Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>,
  path: string[],
): Generator<Outcome> {
  const { data } = event
  const { nesting, details } = data
  const file = path[FILE_LEVEL] ?? ''
  const name = path.slice(FILE_LEVEL + 1, nesting + 1).join(' > ')
  const isSuite = details.type === 'suite'
  if (event.type === 'test:fail') {
    const { error } = event.data.details
    // A suite fails when one of its tests does: only the test is reported.
    const inherited = 'failureType' in error && error.failureType === 'subtestsFailed'
    if (!inherited) yield { kind: 'test', file, name, outcome: 'failed', error: inspect(error.cause ?? error) }
  } else if (!isSuite) {
    const skipped = data.skip !== undefined || data.todo !== undefined
    yield { kind: 'test', file, name, outcome: skipped ? 'skipped' : 'passed' }
  }
  if (isSuite && nesting === FILE_LEVEL) yield { kind: 'file', file, milliseconds: details.duration_ms }
}
