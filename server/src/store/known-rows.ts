import type { Row, SqlValue, Statement } from './database.ts'
import { integer } from './row.ts'

/** Rows that were read and are still true: SQLite counts the commits of every other connection, ours to write included. */
export type KnownRows = {
  lookUp<T>(query: Statement, key: Uint8Array, read: (row: Row) => T): T | undefined
}

type Reader = { one(query: Statement, values: SqlValue[]): Row | undefined }

const MOST = 10_000

export function createKnownRows(reader: Reader, dataVersion: Statement): KnownRows {
  const known = new Map<string, unknown>()
  let version = -1

  /** Before the row is read: a commit in between only makes the next look-up read again. */
  function forgetWhatChanged(): void {
    const row = reader.one(dataVersion, [])
    const now = row ? integer(row, 'data_version') : -1
    if (now === version && known.size < MOST) return
    known.clear()
    version = now
  }

  return {
    lookUp<T>(query: Statement, key: Uint8Array, read: (row: Row) => T): T | undefined {
      forgetWhatChanged()
      const name = `${query.name} ${Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1')}`
      if (known.has(name)) return known.get(name) as T // put there by the same statement and so the same reader
      const row = reader.one(query, [key])
      const value = row && read(row)
      if (value !== undefined) known.set(name, value)
      return value
    },
  }
}
