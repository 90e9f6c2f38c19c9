import type { ActivityKind } from '@countersign/contract/activity-kinds.ts'
import type { Activity, Outcome } from '@countersign/contract/routes/activity.ts'
import type { PageOf, Paging } from '@countersign/contract/schemas/list.ts'
import type { Context } from '../context.ts'
import { firstIdAt } from '../platform/crypto/id.ts'
import { readPage } from '../platform/list-page.ts'
import { type Filter, findEvents, type RecordedEvent } from './event.store.ts'
import { presentEvents } from './present-event.ts'
import { redactForSubject } from './redact-event.ts'
import { readRange } from './time-range.ts'

export type EventQuery = {
  kind?: ActivityKind | undefined
  outcome?: Outcome | undefined
  code?: string | undefined
  actor?: string | undefined
  person?: string | undefined
  app?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export async function listEvents(context: Context, query: EventQuery & Paging): Promise<PageOf<Activity>> {
  return listPage(context, query, (event) => event)
}

export async function listOwnEvents(
  context: Context,
  personId: string,
  query: Omit<EventQuery, 'actor' | 'person'> & Paging,
): Promise<PageOf<Activity>> {
  return listPage(context, { ...query, person: personId }, (event) => redactForSubject(event, personId))
}

async function listPage(
  context: Context,
  query: EventQuery & Paging,
  redact: (event: RecordedEvent) => RecordedEvent,
): Promise<PageOf<Activity>> {
  const filter = filterOf(query, context.now())
  const { rows, nextCursor } = await readPage(query, {
    cursorForm: /^evt_[0-9A-Z]{26}$/,
    read: ({ after, most }) => findEvents(context.store, { ...filter, before: earliest(filter.before, after) }, most),
  })
  return { items: await presentEvents(context.store, rows.map(redact)), nextCursor }
}

export function filterOf({ kind, outcome, code, actor, person, app, ...range }: EventQuery, now: number): Filter {
  const { from, to } = readRange(range, now)
  return {
    kind,
    outcome,
    code,
    actorId: actor,
    personId: person,
    appId: app,
    from: from === undefined ? undefined : firstIdAt(from, 'evt'),
    before: to === undefined ? undefined : firstIdAt(to, 'evt'),
  }
}

function earliest(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return a < b ? a : b
}
