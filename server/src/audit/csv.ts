/** RFC 4180, as spreadsheets read it: a byte-order mark says UTF-8, and no cell is taken for a formula. */

import type { Activity } from '@countersign/contract/routes/activity.ts'

const COLUMNS: [name: string, read: (event: Activity) => string | null][] = [
  ['at', (event) => event.at],
  ['kind', (event) => event.kind],
  ['outcome', (event) => event.outcome],
  ['code', (event) => event.code],
  ['actor_type', (event) => event.actor.type],
  ['actor_id', (event) => event.actor.id],
  ['actor', (event) => event.actor.label],
  ['person_id', (event) => event.person?.id ?? null],
  ['person', (event) => event.person?.label ?? null],
  ['address', (event) => event.address],
  ['device', (event) => event.device],
  ['near', (event) => event.near],
  ['session_id', (event) => event.sessionId],
  ['data', (event) => JSON.stringify(event.data)],
  ['id', (event) => event.id],
]

// The beginning or a separator, then what spreadsheets take for a formula, with spaces or in full width too.
const FORMULA = /(^|[,;|\t\r\n])(\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/g

const BYTE_ORDER_MARK = '\u{feff}'

export const CSV_HEADER = `${BYTE_ORDER_MARK}${writeRow(COLUMNS.map(([name]) => name))}`

export function writeCsvRow(event: Activity): string {
  return writeRow(COLUMNS.map(([, read]) => read(event) ?? ''))
}

function writeRow(cells: string[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`
}

/** A spreadsheet may split at another character than the comma, inside quotes too: no part begins a formula either. */
export function writeCell(value: string): string {
  const text = value.replace(FORMULA, "$1'$2")
  return /["',;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
