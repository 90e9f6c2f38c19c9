import type { Context } from '../context.ts'
import { findSessionRemembered, type SessionRecord } from './session.store.ts'

/** The session, unless it has ended, run out, or its person may not come in any more. Asked often, so remembered. */
export async function findLiveSession({ store, now }: Context, id: string): Promise<SessionRecord | undefined> {
  const session = await findSessionRemembered(store, id)
  if (!session || session.ended || session.person.status !== 'active') return undefined
  return now() < Math.min(session.idleExpiresAt, session.expiresAt) ? session : undefined
}
