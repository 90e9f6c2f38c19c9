/** Store functions that run one statement. They are given its values in order, or an object with its named values. */

import { type NamedValues, type Queries, type Row, type SqlValue, type Statement, statement } from './database.ts'
import { integer } from './row.ts'

type Values = SqlValue[] | NamedValues
type Query<V extends Values, Result> = (queries: Queries, ...values: Arguments<V>) => Promise<Result>
type Arguments<V extends Values> = V extends SqlValue[] ? V : [V]
type Sql<V extends Values> = string | Statement<V>

export function selectOne<T>(read: (row: Row) => T) {
  return <V extends Values>(sql: Sql<V>): Query<V, T | undefined> => {
    const query = toStatement(sql)
    return async (queries, ...values) => {
      const row = await queries.one(query, ...inOrder(query, values))
      return row && read(row)
    }
  }
}

export function selectAll<T>(read: (row: Row) => T) {
  return <V extends Values>(sql: Sql<V>): Query<V, T[]> => {
    const query = toStatement(sql)
    return async (queries, ...values) => (await queries.all(query, ...inOrder(query, values))).map((row) => read(row))
  }
}

/** Of `SELECT count(*) AS n`. */
export function selectCount<V extends Values>(sql: Sql<V>): Query<V, number> {
  const find = selectOne((row) => integer(row, 'n'))(sql)
  return async (queries, ...values) => (await find(queries, ...values)) ?? 0
}

/** Resolves to the number of rows that changed. */
export function change<V extends Values>(sql: Sql<V>): Query<V, number> {
  const query = toStatement(sql)
  return (queries, ...values) => queries.run(query, ...inOrder(query, values))
}

/** Whether it changed the one row that it may change. */
export function changeOne<V extends Values>(sql: Sql<V>): Query<V, boolean> {
  const run = change(sql)
  return async (queries, ...values) => (await run(queries, ...values)) === 1
}

function toStatement(sql: Sql<Values>): Statement {
  return typeof sql === 'string' ? statement(sql) : sql
}

function inOrder({ names }: Statement, values: (SqlValue | NamedValues)[]): SqlValue[] {
  if (names.length === 0) return values as SqlValue[] // without names, values are in order
  const [named] = values as [NamedValues]
  return names.map((name) => {
    const value = named[name]
    if (value === undefined) throw new Error(`No value for :${name}`)
    return toSql(value)
  })
}

function toSql(value: NamedValues[string]): SqlValue {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array) ? JSON.stringify(value) : value
}
