/** Reads have their own connection. Writes queue up and share a commit: each can fail alone, with one fsync for all. */

import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { AppError } from '@countersign/contract/errors.ts'
import { DATABASE_WAIT_MS } from '@countersign/contract/limits.ts'
import {
  type Database,
  type Queries,
  type Row,
  type SqlValue,
  type Statement,
  statement,
  unavailable,
} from './database.ts'
import { createChangeLog, createRowCache, type RowCache } from './row-cache.ts'

type Job = {
  work: (queries: Queries) => Promise<unknown>
  settle: (outcome: Outcome) => void
  since: number
  isSingle: boolean
}
type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown }

const BATCH_MAX = 64
const RETRY_EVERY_MS = 25
const CHECK_EVERY_MS = 100

export async function openSqlite(
  path: string,
  waitMs = DATABASE_WAIT_MS,
  checkEveryMs = CHECK_EVERY_MS,
): Promise<Database> {
  let file: OpenFile | undefined = await retryWhileBusy(() => openFile(path), performance.now() + waitMs).catch(
    (error) => {
      throw classify(error)
    },
  )
  let queue: Job[] = []
  let draining: Promise<void> | undefined
  let writing = false
  let checkedAt = 0

  async function drain(): Promise<void> {
    await new Promise(setImmediate)
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_MAX)
      queue = queue.slice(BATCH_MAX)
      await commitTogether(fileForWriting, batch, waitMs)
      writing = false
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
    const now = performance.now()
    if (file && now - checkedAt < checkEveryMs) return file
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
    one: async (query, ...values) => guard(() => fileForReading().reader.one(query, values)),
    all: async (query, ...values) => guard(() => fileForReading().reader.all(query, values)),
    lookUp: async (wanted) => guard(() => fileForReading().cache.lookUp(wanted)),
    run: async (query, ...values) => commit((queries) => queries.run(query, ...values), true),
    transaction: (work) => commit(work, false),
    async close() {
      await draining
      file?.close()
    },
  }

  function commit<T>(work: (queries: Queries) => Promise<T>, isOne: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (outcome: Outcome) => (outcome.ok ? resolve(outcome.value as T) : reject(outcome.error)) // the work's own value
      queue.push({ work, settle, since: performance.now(), isSingle: isOne })
      draining ??= drain()
    })
  }
}

async function commitTogether(open: () => OpenFile, batch: Job[], waitMs: number): Promise<void> {
  const outcomes: Outcome[] = []
  try {
    const { writer, cache } = open()
    const until = (batch[0]?.since ?? 0) + waitMs
    await retryWhileBusy(() => writer.exec('BEGIN IMMEDIATE'), until)
    try {
      for (const job of batch) outcomes.push(await runJob(writer, job))
      writer.exec(outcomes.some(({ ok }) => ok) ? 'COMMIT' : 'ROLLBACK')
      cache.invalidate(writer.changes.take())
    } catch (error) {
      if (writer.inTransaction()) writer.exec('ROLLBACK')
      throw error
    }
  } catch (error) {
    const failure = classify(error)
    for (const job of batch) job.settle({ ok: false, error: failure })
    return
  }
  for (const [index, job] of batch.entries()) job.settle(outcomes[index] ?? { ok: false, error: new Error('Lost') })
}

async function runJob(writer: Connection, job: Job): Promise<Outcome> {
  if (!job.isSingle) writer.exec('SAVEPOINT job')
  try {
    const value = await job.work(writer.queries)
    if (!job.isSingle) writer.exec('RELEASE job')
    return { ok: true, value }
  } catch (error) {
    // A full disk rolls the whole transaction back, so no job succeeded.
    if (!writer.inTransaction()) throw error
    if (!job.isSingle) {
      writer.exec('ROLLBACK TO job')
      writer.exec('RELEASE job')
    }
    return { ok: false, error: classify(error) }
  }
}

async function retryWhileBusy<T>(work: () => T, until: number): Promise<T> {
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS))
    }
  }
}

type OpenFile = { inode: number; writer: Connection; reader: Connection; cache: RowCache; close(): void }

function openFile(path: string, location: string | URL = path): OpenFile {
  const opened: Connection[] = []
  const open = () => {
    const connection = connect(new DatabaseSync(location))
    opened.push(connection)
    return connection
  }
  const close = () => {
    for (const connection of opened.toReversed()) connection.close()
  }
  try {
    const writer = open()
    writer.exec('PRAGMA journal_mode = WAL')
    writer.exec('PRAGMA synchronous = FULL')
    writer.exec('PRAGMA foreign_keys = ON')
    writer.exec('PRAGMA temp_store = MEMORY')
    writer.exec('PRAGMA cache_size = -16000')
    const reader = open()
    reader.exec('PRAGMA query_only = ON')
    reader.exec('PRAGMA busy_timeout = 250')
    const inode = inodeOf(path)
    if (inode === undefined) throw unavailable(new Error('The database file is missing'))
    return { inode, writer, reader, cache: createRowCache(reader, () => foreignVersion(writer)), close }
  } catch (error) {
    close()
    throw error
  }
}

const dataVersion = statement('PRAGMA data_version')
/** SQLite counts the commits of other connections, and this process writes through this one only. */
function foreignVersion(writer: Connection): number | undefined {
  try {
    return Number(writer.one(dataVersion, [])?.data_version)
  } catch (error) {
    if (isBusy(error)) return undefined
    throw error
  }
}

const timeline = statement('SELECT max(id) AS id FROM migration')

/** Opens the file that replaced the open one, if it is a Countersign database. */
function reopenFile(path: string): OpenFile {
  const existing = pathToFileURL(path)
  existing.search = '?mode=rw'
  const file = openFile(path, existing)
  try {
    file.reader.one(timeline, [])
    return file
  } catch (error) {
    file.close()
    throw unavailable(error)
  }
}

type Connection = ReturnType<typeof connect>

function connect(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const cached = prepared.get(sql)
    if (cached) return cached
    const created = database.prepare(sql)
    prepared.set(sql, created)
    return created
  }
  // node:sqlite types values as unknown; the readers of `row.ts` check them.
  const one = (query: Statement, values: SqlValue[]) => prepare(query.sqlite).get(...values) as Row | undefined
  const all = (query: Statement, values: SqlValue[]) => prepare(query.sqlite).all(...values) as Row[]
  const run = (query: Statement, values: SqlValue[]) => Number(prepare(query.sqlite).run(...values).changes)
  const changes = createChangeLog()
  const queries: Queries = {
    async one(query, ...values) {
      if (query.changes) changes.add(query)
      return one(query, values)
    },
    async all(query, ...values) {
      if (query.changes) changes.add(query)
      return all(query, values)
    },
    async run(query, ...values) {
      const changed = run(query, values)
      if (changed > 0) changes.add(query)
      return changed
    },
  }
  return {
    one,
    all,
    queries,
    changes,
    exec: (sql: string) => void prepare(sql).run(),
    inTransaction: () => database.isTransaction,
    close: () => database.close(),
  }
}

function inodeOf(path: string): number | undefined {
  try {
    return statSync(path).ino
  } catch {
    return undefined
  }
}

function guard<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw classify(error)
  }
}

// Primary result codes: busy, locked, read-only, I/O, corrupt, full, cannot open, not a database.
const UNAVAILABLE = new Set([5, 6, 8, 10, 11, 13, 14, 26])

function classify(error: unknown): unknown {
  if (error instanceof AppError) return error
  const code = primaryCode(error)
  return code !== undefined && UNAVAILABLE.has(code) ? unavailable(error) : error
}

function isBusy(error: unknown): boolean {
  const code = primaryCode(error)
  return code === 5 || code === 6
}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}
