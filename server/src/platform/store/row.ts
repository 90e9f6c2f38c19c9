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

export function bytesOrNull(row: Row, column: string): Uint8Array | null {
  return row[column] === null ? null : bytes(row, column)
}

export function textList(row: Row, column: string): string[] {
  const value: unknown = JSON.parse(text(row, column))
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) throw unreadable(column)
  return value
}

function unreadable(column: string): Error {
  return new Error(`Unexpected value in database column "${column}"`)
}

type Reader = (row: Row, column: string) => unknown
/** The reader of a column, after its name if that is not the name of the field in snake case. */
type Fields = Record<string, Reader | readonly [column: string, read: Reader]>
type FieldsRead<F extends Fields> = {
  -readonly [Name in keyof F]: F[Name] extends readonly [string, infer R extends Reader]
    ? ReturnType<R>
    : F[Name] extends Reader
      ? ReturnType<F[Name]>
      : never
}

/** What a mapper reads. */
export type RecordOf<M extends { read(row: Row): unknown }> = ReturnType<M['read']>

/** Maps the fields of a record to the columns of a table, each with its reader. */
export function mapRecord<const F extends Fields>(fields: F) {
  const entries = Object.entries(fields).map(([name, field]) => ({
    name,
    column: typeof field === 'function' ? toSnakeCase(name) : field[0],
    readField: typeof field === 'function' ? field : field[1],
  }))
  const list = (sql: (entry: { name: string; column: string }) => string) => entries.map(sql).join(', ')
  return {
    columns: list(({ column }) => column),
    columnsOf: (alias: string) => list(({ column }) => `${alias}.${column}`),
    /** For an insert of all columns. */
    values: list(({ name }) => `:${name}`),
    assignments: (without: readonly (keyof F)[] = []) =>
      entries
        .filter(({ name }) => !without.includes(name))
        .map(({ name, column }) => `${column} = :${name}`)
        .join(', '),
    /** As a query would return it; of records without lists, objects and booleans. */
    toRow(record: { readonly [Name in keyof F]: SqlValue }): Row {
      const row: Row = {}
      for (const { name, column } of entries) row[column] = record[name as keyof F]
      return row
    },
    read(row: Row): FieldsRead<F> {
      const record: Record<string, unknown> = {}
      for (const { name, column, readField } of entries) record[name] = readField(row, column)
      return record as FieldsRead<F> // by its own readers
    },
  }
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function option<const T extends string>({ options }: { options: readonly T[] }) {
  return (row: Row, column: string): T => oneOf(row, column, options)
}

export function optionOrNull<const T extends string>({ options }: { options: readonly T[] }) {
  return (row: Row, column: string): T | null => (row[column] === null ? null : oneOf(row, column, options))
}
