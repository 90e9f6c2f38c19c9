import type { Context } from '../context.ts'
import { findSessionRemembered } from './session.store.ts'
import type { SessionRecord } from './session-record.ts'

/** Undefined if it has ended, expired, or its person is suspended. Cached. */
export async function findLiveSession(context: Context, id: string): Promise<SessionRecord | undefined> {
  const session = await findSessionRemembered(context.store, id)
  return session && isLive(context, session) ? session : undefined
}

/** Includes expired ones: apps with offline access use them until they are ended. */
export async function findSessionForOffline({ store }: Context, id: string): Promise<SessionRecord | undefined> {
  const session = await findSessionRemembered(store, id)
  if (session?.person.status !== 'active' || session.wallet.status === 'removed') return undefined
  const { ended } = session
  return !ended || ended.reason === 'idle' || ended.reason === 'expired' ? session : undefined
}

export function isLive({ now }: Context, session: SessionRecord): boolean {
  if (session.ended || session.person.status !== 'active') return false
  return now() < Math.min(session.idleExpiresAt, session.expiresAt)
}
