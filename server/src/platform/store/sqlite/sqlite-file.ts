import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type Queries, type Row, type SqlValue, type Statement, statement, unavailable } from '../database.ts'
import { createChangeLog, createRowCache, type RowCache } from '../row-cache.ts'
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
  const find = openStatements(database)
  const one = (query: Statement, values: SqlValue[]): Row | undefined => {
    const { statement, toRow } = find(query.sqlite)
    const found: unknown = statement.get(...values)
    return found === undefined ? undefined : toRow(found)
  }
  const all = (query: Statement, values: SqlValue[]): Row[] => {
    const { statement, toRow } = find(query.sqlite)
    return statement.all(...values).map(toRow)
  }
  const changes = createChangeLog()
  // Not async functions, which cost twice as much.
  const queries: Queries & { scope: object } = {
    scope: {},
    one(query, ...values) {
      try {
        changes.add(query, values)
        return Promise.resolve(one(query, values))
      } catch (error) {
        return Promise.reject(error)
      }
    },
    all(query, ...values) {
      try {
        changes.add(query, values)
        return Promise.resolve(all(query, values))
      } catch (error) {
        return Promise.reject(error)
      }
    },
    run(query, ...values) {
      try {
        const changed = find(query.sqlite).run(values)
        if (changed > 0) changes.add(query, values)
        return Promise.resolve(changed)
      } catch (error) {
        return Promise.reject(error)
      }
    },
  }
  return {
    one,
    all,
    queries,
    changes,
    /** For transactions, savepoints and settings. */
    exec(sql: string) {
      queries.scope = {}
      find(sql).statement.get()
    },
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

/** A statement of node:sqlite, without the objects that it would create for every row and write. */
export type Prepared = {
  statement: StatementSync
  /** Of what `get` and `all` return. */
  toRow(values: unknown): Row
  /** Returns how many rows it changed. */
  run(values: SqlValue[]): number
}

/** Some lists have a statement for every combination of their filters; each takes about 13 kB. */
export const STATEMENTS_MAX = 500

/** Prepares every statement once. When there are too many, all are dropped. */
export function openStatements(database: DatabaseSync): (sql: string) => Prepared {
  const prepared = new Map<string, Prepared>()
  return (sql) => {
    const known = prepared.get(sql)
    if (known) return known
    const created = prepare(database, sql)
    if (prepared.size >= STATEMENTS_MAX) prepared.clear()
    prepared.set(sql, created)
    return created
  }
}

/** Adds one row or fails. */
const PLAIN_INSERT = /^INSERT INTO \w+ \([\w, ]+\) VALUES \([\w', ?]+\)$/

export function prepare(database: DatabaseSync, sql: string): Prepared {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  const names = statement.columns().map(({ name }) => name)
  const addsOne = PLAIN_INSERT.test(sql)
  return {
    statement,
    // node:sqlite types values as unknown; the readers of `row.ts` check them.
    toRow(values) {
      const row: Row = {}
      const list = values as SqlValue[] // `setReturnArrays`
      for (let index = 0; index < names.length; index++) row[names[index] ?? ''] = list[index] ?? null
      return row
    },
    run(values) {
      if (!addsOne) return Number(statement.run(...values).changes)
      statement.get(...values)
      return 1
    },
  }
}
