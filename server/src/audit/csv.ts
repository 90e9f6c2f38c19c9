/** CSV (RFC 4180) for spreadsheets, protected against formula injection. */

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
  ['masked_ip', (event) => event.maskedIp],
  ['session_id', (event) => event.sessionId],
  ['data', (event) => JSON.stringify(event.data)],
  ['id', (event) => event.id],
]

const FORMULA = /(^|[,;|\t\r\n])(\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])/g

const BYTE_ORDER_MARK = '\u{feff}'

export const CSV_HEADER = `${BYTE_ORDER_MARK}${writeRow(COLUMNS.map(([name]) => name))}`

export function writeCsvRow(event: Activity): string {
  return writeRow(COLUMNS.map(([, read]) => read(event) ?? ''))
}

function writeRow(cells: string[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`
}

/** Spreadsheets may split at other separators, even inside quotes, so no part may start with a formula character. */
export function writeCell(value: string): string {
  const text = value.replace(FORMULA, "$1'$2")
  return /["',;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
