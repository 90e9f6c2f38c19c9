/** What happened, written in the transaction it happened in. The chain takes it up a moment later (`seal.ts`). */

import type { ActivityKind, Outcome } from '@countersign/contract/routes/activity.ts'
import { createIdSequence } from '../platform/crypto/id.ts'
import type { PlatformContext } from '../platform/platform-context.ts'
import type { Queries } from '../platform/store/database.ts'
import { insertEvent } from './event.store.ts'

/** Where a request came from. */
export type RequestSource = { ip: string; device: string }

export type AuditEvent = {
  kind: ActivityKind
  outcome?: Outcome
  /** The refusal's code. */
  code?: string
  /** The person who did it; without one it was `by`, a visitor unless said. */
  actorId?: string | undefined
  by?: 'visitor' | 'system'
  /** Whose account it concerns: it is in their list. */
  personId?: string | undefined
  sessionId?: string | undefined
  source?: RequestSource | undefined
  /** The wallet it concerns, lower case. */
  address?: string | undefined
  /** Ids, codes and names of fields. Nothing personal: this part is never forgotten. */
  data?: Record<string, string | number | boolean | null>
}

const SALT_BYTES = 16

const newEventId = createIdSequence('evt')

export async function recordEvent(
  context: Pick<PlatformContext, 'now' | 'random'>,
  queries: Queries,
  happening: AuditEvent,
): Promise<void> {
  const { kind, outcome = 'ok', code, actorId, by = 'visitor', personId, sessionId, source, address, data } = happening
  await insertEvent(queries, {
    id: newEventId(context),
    at: context.now(),
    kind,
    outcome,
    code: code ?? null,
    actor: actorId === undefined ? by : 'person',
    actorId: actorId ?? null,
    personId: personId ?? null,
    sessionId: sessionId ?? null,
    data: data === undefined ? '{}' : JSON.stringify(data),
    salt: context.random(SALT_BYTES),
    ip: source?.ip ?? null,
    address: address ?? null,
    device: source?.device ?? null,
  })
}

/** A refusal is told to the caller first: recording it may take its time and may fail. */
export function recordEventLater(context: PlatformContext, happening: AuditEvent): void {
  context.background.run('record what happened', () => recordEvent(context, context.store, happening))
}
