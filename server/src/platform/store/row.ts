import type { Row } from './database.ts'

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
