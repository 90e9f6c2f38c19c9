/** Runs the test files named on the command line in one process: what they import is loaded once. */

import { resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { disposeShared } from '../support/shared.ts'
import { loadTestFile } from '../support/test-file.ts'
import { childSeconds, descendantSeconds } from './cpu-time.ts'

const [concurrency, ...files] = process.argv.slice(2)
let loading: Promise<void> = Promise.resolve()

describe('files', { concurrency: Number(concurrency) }, () => {
  after(async () => {
    const [running, waitedFor] = [descendantSeconds(), childSeconds()]
    await disposeShared()
    // Chromium exits without waiting for all of its processes, whose CPU time would be lost.
    process.send?.({ kind: 'cpu', seconds: Math.max(0, running - (childSeconds() - waitedFor)) })
  })
  // A suite of its own keeps a file's hooks to its own tests.
  for (const file of files) describe(file, { concurrency: 1 }, () => loadNext(file))
})

/**
 * One file after the other: of two that wait for the same import, node:test would take one for part of the other.
 * It finds the suite by the promise that was waited for, so that promise has to be made here.
 */
function loadNext(file: string): Promise<void> {
  const turn = new Promise<void>(
    (resolve) =>
      void loading.then(
        () => resolve(),
        () => resolve(),
      ),
  )
  loading = loadTestFile(file, async () => {
    await turn
    await import(pathToFileURL(resolve(file)).href)
  })
  return loading
}
