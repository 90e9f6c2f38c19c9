/** Maps the fields of a record to the columns of a table, each with its reader. */

import type { Row, SqlValue } from './database.ts'
import { oneOf } from './row.ts'

type Fields = Record<string, readonly [column: string, read: (row: Row, column: string) => unknown]>
export type RecordOf<F extends Fields> = { -readonly [Name in keyof F]: ReturnType<F[Name][1]> }

export function mapRecord<const F extends Fields>(fields: F, without: readonly (keyof F)[] = []) {
  const entries = Object.entries(fields).filter(([name]) => !without.includes(name))
  const columns = entries.map(([, [column]]) => column)
  return {
    columns: columns.join(', '),
    placeholders: columns.map(() => '?').join(', '),
    assignments: columns.map((column) => `${column} = ?`).join(', '),
    read: (row: Row) =>
      Object.fromEntries(entries.map(([name, [column, read]]) => [name, read(row, column)])) as RecordOf<F>, // by its own readers
    values: (record: RecordOf<F>): SqlValue[] => entries.map(([name]) => toSql(record[name])),
  }
}

function toSql(value: unknown): SqlValue {
  if (Array.isArray(value)) return JSON.stringify(value)
  return typeof value === 'boolean' ? Number(value) : (value as SqlValue) // what a reader returned
}

export function option<const T extends string>({ options }: { options: readonly T[] }) {
  return (row: Row, column: string): T => oneOf(row, column, options)
}
