import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type Queries, type Row, type SqlValue, type Statement, statement, unavailable } from './database.ts'
import { createChangeLog, createRowCache, type RowCache } from './row-cache.ts'
import { isBusy } from './sqlite-errors.ts'

export type OpenFile = { inode: number; writer: Connection; reader: Connection; cache: RowCache; close(): void }

export function openFile(path: string, location: string | URL = path): OpenFile {
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
    writer.exec('PRAGMA cache_size = -8000')
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
export function reopenFile(path: string): OpenFile {
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

export type Connection = ReturnType<typeof connect>

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
      if (query.changes) changes.add(query, values)
      return one(query, values)
    },
    async all(query, ...values) {
      if (query.changes) changes.add(query, values)
      return all(query, values)
    },
    async run(query, ...values) {
      const changed = run(query, values)
      if (changed > 0) changes.add(query, values)
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

export function inodeOf(path: string): number | undefined {
  try {
    return statSync(path).ino
  } catch {
    return undefined
  }
}
