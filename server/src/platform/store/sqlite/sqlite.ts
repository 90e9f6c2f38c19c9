/** Reads have their own connection. Writes queue up and share a commit. */

import { DATABASE_WAIT_MS } from '@countersign/contract/limits.ts'
import { type Awaitable, type Database, type Queries, unavailable } from '../database.ts'
import { BATCH_MAX, commitTogether, countBatch, type Job, type Outcome } from './sqlite-batch.ts'
import { classify, retryWhileBusy } from './sqlite-errors.ts'
import { inodeOf, type OpenFile, openFile, reopenFile } from './sqlite-file.ts'

const CHECK_EVERY_MS = 100

export async function openSqlite(
  path: string,
  waitMs = DATABASE_WAIT_MS,
  checkEveryMs = CHECK_EVERY_MS,
): Promise<Database> {
  let file: OpenFile | undefined = await waitForFile(path, waitMs)
  const queue: Job[] = []
  const watchers: (() => void)[] = []
  let draining: Promise<void> | undefined
  let writing = false
  let checkedAt = 0

  async function drain(): Promise<void> {
    await waitWhileGrowing(queue)
    while (queue.length > 0) {
      const batch = queue.splice(0, countBatch(queue))
      const notifies = await commitTogether(fileForWriting, batch, waitMs)
      writing = false
      if (notifies) for (const notify of watchers) notify()
    }
    draining = undefined
  }

  function fileForWriting(): OpenFile {
    const opened = currentFile()
    writing = true
    return opened
  }

  /** Reads check the file and foreign commits at intervals, writes always. */
  function fileForReading(): OpenFile {
    // Faster than `performance.now()`. A clock that was set back makes the difference large.
    const now = Date.now()
    if (file && Math.abs(now - checkedAt) < checkEveryMs) return file
    const opened = currentFile()
    opened.cache.invalidateForeignChanges()
    checkedAt = now
    return opened
  }

  /** Reopened when the file was replaced. A missing file is unavailable, never recreated. */
  function currentFile(): OpenFile {
    const inode = inodeOf(path)
    if (inode === undefined) throw unavailable(new Error('The database file is missing'))
    if (inode === file?.inode) return file
    if (writing) throw unavailable(new Error('The database file was replaced during a write'))
    file?.close()
    file = undefined
    file = reopenFile(path)
    return file
  }

  return {
    engine: 'sqlite',
    one: (query, ...values) => readNow(() => fileForReading().reader.one(query, values)),
    all: (query, ...values) => readNow(() => fileForReading().reader.all(query, values)),
    lookUp: (wanted) => tryRead(() => fileForReading().cache.lookUp(wanted)),
    run: async (query, ...values) =>
      commit((queries) => queries.run(query, ...values), { isSingle: true, repeatable: true }),
    transaction: (work, { repeatable = false } = {}) => commit(work, { isSingle: false, repeatable }),
    watch: (onCommit) => void watchers.push(onCommit),
    async close() {
      await draining
      file?.close()
    },
  }

  function commit<T>(work: (queries: Queries) => Promise<T>, kind: Pick<Job, 'isSingle' | 'repeatable'>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (outcome: Outcome) => (outcome.ok ? resolve(outcome.value as T) : reject(outcome.error)) // the work's own value
      queue.push({ work, settle, since: performance.now(), ...kind })
      draining ??= drain()
    })
  }
}

async function waitForFile(path: string, waitMs: number): Promise<OpenFile> {
  try {
    return await retryWhileBusy(() => openFile(path), performance.now() + waitMs)
  } catch (error) {
    throw classify(error)
  }
}

/** Requests of one turn of the event loop share a commit, and so do those of the turns that follow without a gap. */
async function waitWhileGrowing(queue: readonly Job[]): Promise<void> {
  for (let count = 0; count < queue.length && count < BATCH_MAX; ) {
    count = queue.length
    await new Promise(setImmediate)
  }
}

/** Not an async function, which costs twice as much. */
function readNow<T>(read: () => T): Promise<T> {
  return Promise.resolve(tryRead(read))
}

function tryRead<T>(read: () => T): Awaitable<T> {
  try {
    return read()
  } catch (error) {
    return Promise.reject(classify(error))
  }
}
