/** Exports events as one file. It is built in memory, so range and rows are limited. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { EXPORT_ROWS_MAX, RANGE_MAX_MS } from '@countersign/contract/limits.ts'
import type { Activity } from '@countersign/contract/routes/activity.ts'
import type { Context } from '../context.ts'
import { CSV_HEADER, writeCsvRow } from './csv.ts'
import { type Filter, findEvents, type RecordedEvent } from './event.store.ts'
import { type EventQuery, filterOf } from './list-events.ts'
import { type Labels, presentEvents } from './present-event.ts'
import { type Actor, recordEvent } from './record-event.ts'
import { redactForSubject } from './redact-event.ts'

type Format = 'csv' | 'jsonl'
type Export = { query: EventQuery; by: Actor; format: Format; limit?: number }

export function exportEvents(context: Context, options: Export): Promise<string> {
  return writeExport(context, options, (event) => event)
}

export function exportOwnEvents(context: Context, { query, by, ...rest }: Export): Promise<string> {
  const own = { ...query, person: by.actorId }
  return writeExport(context, { query: own, by, ...rest }, (event) => redactForSubject(event, by.actorId))
}

type Redact = (event: RecordedEvent) => RecordedEvent

async function writeExport(context: Context, options: Export, redact: Redact): Promise<string> {
  const { query, by, format, limit = EXPORT_ROWS_MAX } = options
  const now = context.now() // read once: a clock that ticks in between would exceed the longest range
  const filter = filterOf(withStart(query, now), now)
  const { lines, rows } = await collect(context, { filter, format, limit, redact })
  await recordEvent(context, context.store, {
    kind: 'export.made',
    ...by,
    personId: by.actorId,
    data: { what: 'activity', format, rows, from: query.from ?? null, to: query.to ?? null },
  })
  return (format === 'csv' ? CSV_HEADER : '') + lines.join('')
}

function withStart(query: EventQuery, now: number): EventQuery {
  if (query.from !== undefined) return query
  const end = query.to === undefined ? now : Date.parse(query.to)
  return Number.isNaN(end) ? query : { ...query, from: new Date(Math.max(0, end - RANGE_MAX_MS)).toISOString() }
}

const PAGE = 500

type Collection = { filter: Filter; format: Format; limit: number; redact: Redact }

async function collect({ store }: Context, { filter, format, limit, redact }: Collection) {
  const write = format === 'csv' ? writeCsvRow : (event: Activity) => `${JSON.stringify(event)}\n`
  const labels: Labels = new Map()
  const lines: string[] = []
  let rows = 0
  let { before } = filter
  for (;;) {
    const page = await findEvents(store, { ...filter, before }, PAGE)
    rows += page.length
    if (rows > limit)
      throw new AppError('range_too_long', { detail: `More than ${limit} events. Use a shorter time range.` })
    const events = await presentEvents(store, page.map(redact), labels)
    lines.push(events.map(write).join(''))
    if (page.length < PAGE) return { lines, rows }
    before = page.at(-1)?.id
    await new Promise(setImmediate)
  }
}
