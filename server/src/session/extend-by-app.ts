import { AppError } from '@countersign/contract/errors.ts'
import type { Context } from '../context.ts'
import { findLiveSession, findSessionForOffline, isLive } from './find-live-session.ts'
import { revalidateIfDue } from './revalidate-contract-wallet.ts'
import { keepSessionAlive } from './session.ts'
import type { SessionRecord } from './session-record.ts'

/** `offline`: by an app that may do so while its person is away. */
type Using = { from?: { readonly ip: string }; offline?: boolean }

/**
 * The live session that an app or a protected host uses for its person: that keeps it in use, and a contract wallet is
 * asked again when its time has come. Undefined when it has ended; a node that cannot be asked is our fault.
 */
export async function useSessionByApp(
  context: Context,
  id: string,
  { from, offline = false }: Using = {},
): Promise<SessionRecord | undefined> {
  const session = await (offline ? findSessionForOffline : findLiveSession)(context, id)
  if (!session) return undefined
  try {
    await revalidateIfDue(context, session)
  } catch (error) {
    if (error instanceof AppError && error.code === 'session_revoked') return undefined
    throw error
  }
  // One that ran out is not brought back to life.
  if (isLive(context, session)) keepSessionAlive(context, session, from)
  return session
}
