import type { LookUp, Row, SqlValue, Statement } from './database.ts'
import { integer } from './row.ts'

/** Rows that were read and are still true. */
export type KnownRows = {
  lookUp<T>(wanted: LookUp<T>): T | undefined
  /** After a commit of our own. */
  forget(): void
  /** SQLite counts the commits of other connections, those of other processes among them. */
  forgetWhatOthersChanged(): void
}

type Reader = { one(query: Statement, values: SqlValue[]): Row | undefined }

const MOST = 10_000

export function createKnownRows(reader: Reader, dataVersion: Statement): KnownRows {
  const known = new Map<Statement, Map<string, unknown>>()
  let version = -1

  function knownBy(statement: Statement): Map<string, unknown> {
    const rows = known.get(statement)
    if (rows && rows.size < MOST) return rows
    const none = new Map<string, unknown>()
    known.set(statement, none)
    return none
  }

  return {
    lookUp<T>({ statement, name, key, read }: LookUp<T>): T | undefined {
      const rows = knownBy(statement)
      if (rows.has(name)) return rows.get(name) as T // put there for the same statement and so by the same reader
      const row = reader.one(statement, [key()])
      const value = row && read(row)
      if (value !== undefined) rows.set(name, value)
      return value
    },
    forget: () => known.clear(),
    forgetWhatOthersChanged() {
      const row = reader.one(dataVersion, [])
      const now = row ? integer(row, 'data_version') : -1
      if (now !== version) known.clear()
      version = now
    },
  }
}
