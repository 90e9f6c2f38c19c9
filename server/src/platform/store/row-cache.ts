import type { Changed } from './changed-tables.ts'
import type { LookUp, Row, SqlValue, Statement } from './database.ts'

/** Rows that were read and are still true. */
export type RowCache = {
  lookUp<T>(wanted: LookUp<T>): T | undefined
  /** After a commit of our own. */
  forget(changed: Changed): void
  /** What other processes may have written since. */
  forgetWhatOthersChanged(): void
}

type Reader = { one(query: Statement, values: SqlValue[]): Row | undefined }
type Known = { tables: string[]; rows: Map<string, unknown> }

const MOST = 10_000

/** `othersVersion` changes with every commit that is not ours; without one nothing is known to be true. */
export function createRowCache(reader: Reader, othersVersion: () => number | undefined): RowCache {
  const known = new Map<Statement, Known>()
  let version: number | undefined

  function rowsOf(statement: Statement): Map<string, unknown> {
    const found = known.get(statement)
    if (found && found.rows.size < MOST) return found.rows
    const rows = new Map<string, unknown>()
    known.set(statement, { tables: tablesIn(statement), rows })
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
    forget(changed) {
      if (changed === 'any') return known.clear()
      for (const [statement, { tables }] of known)
        if (tables.some((table) => changed.has(table))) known.delete(statement)
    },
    forgetWhatOthersChanged() {
      const now = othersVersion()
      if (now === undefined || now !== version) known.clear()
      version = now
    },
  }
}

/** What is looked up names every table after one of these. */
function tablesIn({ sqlite }: Statement): string[] {
  return [...sqlite.matchAll(/\b(?:FROM|JOIN) ([a-z_]+)/g)].map(([, table = '']) => table)
}
