import { AppError } from '@countersign/contract/errors.ts'
import type { Context } from '../context.ts'
import { findLiveSession, findSessionForOffline, isLive } from './find-live-session.ts'
import { requireRecheck } from './revalidate-contract-wallet.ts'
import type { SessionRecord } from './session.store.ts'
import { noteUse } from './session.ts'

/** `offline`: by an app that may do so while its person is away. */
type Using = { from?: { readonly address: string }; offline?: boolean }

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
    await requireRecheck(context, session)
  } catch (error) {
    if (error instanceof AppError && error.code === 'session_revoked') return undefined
    throw error
  }
  // One that ran out is not brought back to life.
  if (isLive(context, session)) noteUse(context, session, from)
  return session
}
