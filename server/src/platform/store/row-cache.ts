import type { CacheableStatement, LookUp, Row, SqlValue, Statement } from './database.ts'

export type RowCache = {
  lookUp<T>(wanted: LookUp<T>): T | undefined
  /** Drops what a commit of this process changed. */
  invalidate(changed: ChangedTables): void
  /** Drops everything if another process has committed. */
  invalidateForeignChanges(): void
}

type ChangedTables = ReadonlySet<string> | 'any'

type ChangeLog = {
  add(written: Statement): void
  /** How often `add` was called. */
  count(): number
  take(): ChangedTables
}

export function createChangeLog(): ChangeLog {
  let tables = new Set<string>()
  let any = false
  let count = 0
  return {
    count: () => count,
    add({ changes }) {
      count++
      if (changes) for (const table of changes) tables.add(table)
      else any = true
    },
    take() {
      const changed = any ? 'any' : tables
      tables = new Set()
      any = false
      return changed
    },
  }
}

type Reader = { one(query: Statement, values: SqlValue[]): Row | undefined }

const ROWS_MAX = 10_000

/** `foreignVersion` changes with every commit of another process; undefined when that cannot be determined. */
export function createRowCache(reader: Reader, foreignVersion: () => number | undefined): RowCache {
  const cache = new Map<CacheableStatement, Map<string, unknown>>()
  let version: number | undefined

  function rowsOf(statement: CacheableStatement): Map<string, unknown> {
    const found = cache.get(statement)
    if (found && found.size < ROWS_MAX) return found
    const rows = new Map<string, unknown>()
    cache.set(statement, rows)
    return rows
  }

  return {
    lookUp<T>({ statement, name, key, read }: LookUp<T>): T | undefined {
      const rows = rowsOf(statement)
      if (rows.has(name)) return rows.get(name) as T // put there for the same statement and so by the same reader
      const row = reader.one(statement, [key()].flat())
      const value = row && read(row)
      if (value !== undefined) rows.set(name, value)
      return value
    },
    invalidate(changed) {
      if (changed === 'any') return cache.clear()
      for (const statement of cache.keys())
        if (statement.reads.some((table) => changed.has(table))) cache.delete(statement)
    },
    invalidateForeignChanges() {
      const now = foreignVersion()
      if (now === undefined || now !== version) cache.clear()
      version = now
    },
  }
}
