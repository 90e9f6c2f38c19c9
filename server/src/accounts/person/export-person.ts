import { EXPORT_ROWS_MAX, RATE_EXPORTS_PER_PERSON } from '@countersign/contract/limits.ts'
import { type Actor, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Row, SqlValue } from '../../platform/store/database.ts'
import { addNotice } from '../notice/notice.ts'
import { readEverything } from './export-person.store.ts'

export async function exportPerson(context: Context, actor: Actor) {
  const { actorId: personId, sessionId, source } = actor
  context.rates.take(`export:${personId}`, RATE_EXPORTS_PER_PERSON)
  await context.store.transaction(async (queries) => {
    await recordEvent(context, queries, { kind: 'person.exported', ...actor, personId })
    await addNotice(context, queries, { personId, kind: 'data_exported', sessionId, source })
  })
  const stored = await readEverything(context.store, personId, EXPORT_ROWS_MAX)
  const sections = Object.entries(stored).map(([name, rows]) => [
    name,
    Array.isArray(rows) ? rows.map(presentRow) : rows && presentRow(rows),
  ])
  return { exportedAt: new Date(context.now()).toISOString(), ...Object.fromEntries(sections) }
}

/** With the names and times of the API. */
function presentRow(row: Row): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [toCamelCase(column), presentValue(column, value)]),
  )
}

function presentValue(column: string, value: SqlValue): unknown {
  if (typeof value === 'number' && /(?:^|_)at$/.test(column)) return new Date(value).toISOString()
  if (['data', 'scopes', 'reasons'].includes(column) && typeof value === 'string') return JSON.parse(value)
  if (column === 'kept' || column === 'active') return value === 1
  return value
}

function toCamelCase(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
