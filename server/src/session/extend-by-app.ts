import { AppError } from '@countersign/contract/errors.ts'
import type { Context } from '../context.ts'
import { findLiveSession, findSessionForOffline, isLive } from './find-live-session.ts'
import { revalidateIfDue } from './revalidate-contract-wallet.ts'
import { keepSessionAlive } from './session.ts'
import type { SessionRecord } from './session-record.ts'

/** `offline`: for an app with offline access. */
type Using = { from?: { readonly ip: string }; offline?: boolean }

/**
 * The live session that an app or host uses, which keeps it alive. Contract wallets are revalidated when due. Undefined
 * if it has ended.
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
  // Expired sessions are not extended.
  if (isLive(context, session)) keepSessionAlive(context, session, from)
  return session
}
