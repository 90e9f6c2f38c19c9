/** Which test file is running. Several share a process, so it follows the asynchronous context. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { basename } from 'node:path'

export type TestFile = { path: string; accounts: number }

const scope = new AsyncLocalStorage<TestFile>()
const onlyFile: TestFile = { path: basename(process.argv[1] ?? ''), accounts: 0 }

/** Everything that `load` defines, and the tests it defines, belong to this file. */
export function loadTestFile<T>(path: string, load: () => T): T {
  return scope.run({ path, accounts: 0 }, load)
}

export const currentTestFile = (): TestFile => scope.getStore() ?? onlyFile
