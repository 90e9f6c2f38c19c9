import { EXPORT_ROWS_MAX, RATE_EXPORTS_PER_PERSON } from '@countersign/contract/limits.ts'
import { recordEvent } from '../../audit/record-event.ts'
import { redactForSubject } from '../../audit/redact-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Row, SqlValue } from '../../platform/store/database.ts'
import { text, textOrNull } from '../../platform/store/row.ts'
import { addNotice } from '../notice/notice.ts'
import { readEverything } from './export-person.store.ts'

export async function exportPerson(context: Context, actor: Acting) {
  const { actorId: personId, sessionId, source } = actor
  context.rates.take(`export:${personId}`, RATE_EXPORTS_PER_PERSON)
  await actor.transaction(async (queries) => {
    await recordEvent(context, queries, { kind: 'person.exported', ...actor, personId })
    await addNotice(context, queries, { personId, kind: 'data_exported', sessionId, source })
  })
  const { activity, ...others } = await readEverything(context.store, personId, EXPORT_ROWS_MAX)
  const stored = { ...others, activity: activity.map((row) => redactRow(row, personId)) }
  const sections = Object.entries(stored).map(([name, rows]) => [
    name,
    Array.isArray(rows) ? rows.map(presentRow) : rows && presentRow(rows),
  ])
  return { exportedAt: new Date(context.now()).toISOString(), ...Object.fromEntries(sections) }
}

function redactRow(row: Row, personId: string): Row {
  const { ip, device, sessionId, data } = redactForSubject(
    {
      kind: text(row, 'kind'),
      actorId: textOrNull(row, 'actor_id'),
      ip: textOrNull(row, 'ip'),
      device: textOrNull(row, 'device'),
      sessionId: textOrNull(row, 'session_id'),
      data: text(row, 'data'),
    },
    personId,
  )
  return { ...row, ip, device, session_id: sessionId, data }
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
