import { copyString } from '../copy-string.ts'
import { ANY_TABLE, type CacheableStatement, type LookUp, type Row, type SqlValue, type Statement } from './database.ts'

export type RowCache = ReturnType<typeof createRowCache>

/** Whole tables, and single rows of tables by their ids. `notifies`: a statement that does was among them. */
type Changes = { any: boolean; tables: Set<string>; rows: Map<string, Set<string>>; notifies: boolean }

export function createChangeLog() {
  let changes = noChanges()
  let count = 0
  return {
    /** How many writes were added. */
    count: () => count,
    add({ changes: table, uncached, rowAt, notifies }: Statement, values: readonly SqlValue[]): void {
      if (table === undefined) return
      count++
      if (notifies) changes.notifies = true
      if (uncached) return
      if (table === ANY_TABLE) changes.any = true
      else if (rowAt === undefined) changes.tables.add(table)
      else addRow(changes.rows, table, String(values[rowAt]))
    },
    take(): Changes {
      const taken = changes
      changes = noChanges()
      return taken
    },
  }
}

function noChanges(): Changes {
  return { any: false, tables: new Set(), rows: new Map(), notifies: false }
}

function addRow(rows: Map<string, Set<string>>, table: string, id: string): void {
  const ids = rows.get(table) ?? new Set<string>()
  rows.set(table, ids.add(id))
}

type Reader = { one(query: Statement, values: SqlValue[]): Row | undefined }

/** `names` finds the cached values of a row by its id. */
type CachedRows = { values: Map<string, unknown>; names: Map<string, string[]> }

const ROWS_MAX = 5000

/** `foreignVersion` changes with every commit of another process; undefined when that cannot be determined. */
export function createRowCache(reader: Reader, foreignVersion: () => number | undefined) {
  const cache = new Map<CacheableStatement, CachedRows>()
  let version: number | undefined

  function rowsOf(statement: CacheableStatement): CachedRows {
    const found = cache.get(statement)
    if (found && found.values.size < ROWS_MAX) return found
    const rows: CachedRows = { values: new Map(), names: new Map() }
    cache.set(statement, rows)
    return rows
  }

  return {
    lookUp<T>({ statement, name, key, read, rowId }: LookUp<T>): T | undefined {
      const { values, names } = rowsOf(statement)
      const cached = values.get(name)
      if (cached !== undefined) return cached as T // put there for the same statement and so by the same reader
      const row = reader.one(statement, [key()].flat())
      const value = row && read(row)
      if (value === undefined) return undefined
      const ownName = copyString(name)
      values.set(ownName, value)
      const id = rowId?.(value) ?? ANY_ROW
      const known = names.get(id)
      if (known) known.push(ownName)
      else names.set(id, [ownName])
      return value
    },
    /** Drops what a commit of this process changed. */
    invalidate({ any, tables, rows }: Changes): void {
      if (any) return cache.clear()
      for (const [statement, cached] of cache) {
        const { reads, rowsOf } = statement
        if (reads.some((table) => tables.has(table) || (table !== rowsOf && rows.has(table)))) cache.delete(statement)
        else for (const id of rows.get(rowsOf) ?? []) dropRow(cached, id)
      }
    },
    /** Drops everything if another process has committed. */
    invalidateForeignChanges(): void {
      const now = foreignVersion()
      if (now === undefined || now !== version) cache.clear()
      version = now
    },
  }
}

/** For values that were cached without an id. */
const ANY_ROW = ''

function dropRow({ values, names }: CachedRows, id: string): void {
  for (const key of [id, ANY_ROW]) {
    for (const name of names.get(key) ?? []) values.delete(name)
    names.delete(key)
  }
}
