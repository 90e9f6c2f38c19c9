/** What happened, written in the transaction it happened in. The chain takes it up a moment later (`seal.ts`). */

import type { ActivityKind } from '@countersign/contract/activity-kinds.ts'
import type { Outcome } from '@countersign/contract/routes/activity.ts'
import type { Context } from '../context.ts'
import { createIdSequence } from '../platform/crypto/id.ts'
import type { Queries } from '../platform/store/database.ts'
import { insertActivity } from './event.store.ts'

/** Where a request came from. */
export type Place = { ip: string; device: string }

export type Happening = {
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
  place?: Place | undefined
  /** The wallet it concerns, lower case. */
  address?: string | undefined
  /** Ids, codes and names of fields. Nothing personal: this part is never forgotten. */
  data?: Record<string, string | number | boolean | null>
}

const SALT_BYTES = 16

const newEventId = createIdSequence('evt')

export async function recordActivity(
  context: Pick<Context, 'now' | 'random'>,
  queries: Queries,
  happening: Happening,
): Promise<void> {
  const { kind, outcome = 'ok', code, actorId, by = 'visitor', personId, sessionId, place, address, data } = happening
  await insertActivity(queries, {
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
    ip: place?.ip ?? null,
    address: address ?? null,
    device: place?.device ?? null,
  })
}

/** A refusal is told to the caller first: recording it may take its time and may fail. */
export function recordLater(context: Omit<Context, 'chains' | 'networks'>, happening: Happening): void {
  context.background.run('record an audit event', () => recordActivity(context, context.store, happening))
}
