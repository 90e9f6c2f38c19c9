/** Writes audit events in the transaction they describe. On PostgreSQL the hash chain is extended shortly after. */

import type { ActivityKind } from '@countersign/contract/activity-kinds.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { Outcome } from '@countersign/contract/routes/activity.ts'
import type { PlatformContext } from '../platform/platform-context.ts'
import { type Database, type Queries, runTogether } from '../platform/store/database.ts'
import { insertEvent, type RecordedEvent, toEventRow } from './event.store.ts'
import { findHead, type Link, rememberHead } from './hash-chain.store.ts'
import { linkAfter } from './hash-chain.ts'

export type RequestSource = { ip: string; device: string }

export type Actor = { actorId: string; sessionId: string; source: RequestSource }

export type AuditEvent = {
  kind: ActivityKind
  outcome?: Outcome
  code?: string
  /** The person who did it; without one `by`, which is a visitor by default. */
  actorId?: string | undefined
  by?: 'visitor' | 'system'
  /** The account it concerns, whose activity lists it. */
  personId?: string | undefined
  sessionId?: string | undefined
  source?: RequestSource | undefined
  /** The address of the wallet it concerns, as it is stored. */
  address?: string | undefined
  /** Ids, codes and names of fields. Nothing personal: this part is never erased. */
  data?: Record<string, string | number | boolean | null>
}

const SALT_BYTES = 16

type EventContext = Pick<PlatformContext, 'now' | 'random' | 'ids' | 'store'>

/** In the transaction of `queries`, or in one of its own. */
export function recordEvent(context: EventContext, queries: Queries | Database, event: AuditEvent): Promise<void> {
  if ('transaction' in queries)
    return queries.transaction((own) => recordEvents(context, own, [event]), { repeatable: true })
  return recordEvents(context, queries, [event])
}

/** In this order. */
export async function recordEvents(
  context: EventContext,
  queries: Queries,
  events: readonly AuditEvent[],
): Promise<void> {
  // SQLite has one writer, so nothing waits for the chain.
  let head: Link | undefined = context.store.engine === 'sqlite' ? await findHead(queries) : undefined
  const inserted: Promise<number>[] = []
  for (const event of events) {
    const recorded = describeEvent(context, event)
    const salt = context.random(SALT_BYTES)
    const link = head && linkAfter(head, { ...toEventRow(recorded), salt })
    inserted.push(insertEvent(queries, recorded, { salt, link }))
    head = link
  }
  await (inserted.length === 1 ? inserted[0] : runTogether(...inserted))
  if (head) rememberHead(queries, head)
}

function describeEvent(context: EventContext, event: AuditEvent): RecordedEvent {
  const { kind, outcome = 'ok', code, actorId, by = 'visitor', personId, sessionId, source, address, data } = event
  return {
    id: context.ids.event(context),
    at: context.now(),
    kind,
    outcome,
    code: code ?? null,
    actor: actorId === undefined ? by : 'person',
    actorId: actorId ?? null,
    personId: personId ?? null,
    sessionId: sessionId ?? null,
    data: data === undefined ? '{}' : JSON.stringify(data),
    ip: source?.ip ?? null,
    address: address ?? null,
    device: source?.device ?? null,
  }
}

/** Server errors are not refusals, and rate limits only follow earlier refusals. */
export function recordRefusal(context: PlatformContext, error: unknown, event: AuditEvent): void {
  if (!(error instanceof AppError) || error.status >= 500 || error.code === 'rate_limited') return
  recordEventLater(context, { ...event, outcome: 'refused', code: error.code })
}

/** For refusals: the caller is answered first, and recording may fail. */
export function recordEventLater(context: PlatformContext, event: AuditEvent): void {
  context.background.run('record an audit event', () => recordEvent(context, context.store, event))
}
