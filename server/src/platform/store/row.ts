import type { Row, SqlValue } from './database.ts'

export function text(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw unreadable(column)
  return value
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column)
}

export function integer(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw unreadable(column)
  return value
}

export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integer(row, column)
}

export function flag(row: Row, column: string): boolean {
  const value = integer(row, column)
  if (value !== 0 && value !== 1) throw unreadable(column)
  return value === 1
}

export function oneOf<const T extends string>(row: Row, column: string, values: readonly T[]): T {
  const value = values.find((known) => known === row[column])
  if (value === undefined) throw unreadable(column)
  return value
}

export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column]
  if (!(value instanceof Uint8Array)) throw unreadable(column)
  return value
}

export function textList(row: Row, column: string): string[] {
  const value: unknown = JSON.parse(text(row, column))
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) throw unreadable(column)
  return value
}

function unreadable(column: string): Error {
  return new Error(`Unexpected value in database column "${column}"`)
}

type Fields = Record<string, readonly [column: string, read: (row: Row, column: string) => unknown]>
export type RecordOf<F extends Fields> = { -readonly [Name in keyof F]: ReturnType<F[Name][1]> }

/** Maps the fields of a record to the columns of a table, each with its reader. */
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
