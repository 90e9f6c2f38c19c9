import type { ServerEvent } from '@countersign/contract/routes/session.ts'
import { endReasonOf } from '../../accounts/live-session.ts'
import type { Watched } from './hub.ts'
import type { SessionSnapshot } from './session-snapshot.store.ts'

/** It was deleted with its person. */
export const MISSING_SESSION: ServerEvent = { event: 'session.ended', reason: 'person_deleted' }

export function watchSession(snapshot: SessionSnapshot, now: number): Watched<ServerEvent> {
  const { id, mark } = snapshot
  const reason = endReasonOf(snapshot, now)
  if (reason === undefined) return { id, mark, event: { event: 'me.changed' }, last: false }
  return { id, mark, event: { event: 'session.ended', reason }, last: true }
}
