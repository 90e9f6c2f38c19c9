import type { Context } from '../context.ts'
import { findSessionRemembered } from './session.store.ts'
import type { SessionRecord } from './session-record.ts'

/** The session, unless it has ended or expired, or its person is suspended. Read often, so it is cached. */
export async function findLiveSession(context: Context, id: string): Promise<SessionRecord | undefined> {
  const session = await findSessionRemembered(context.store, id)
  return session && isLive(context, session) ? session : undefined
}

/** The same, or one that only expired: an app with offline access uses it until it is ended. */
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
