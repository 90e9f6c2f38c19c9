/** Statements of node:sqlite, without the objects that it would create for every row and write. */

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Row, SqlValue } from '../database.ts'

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
