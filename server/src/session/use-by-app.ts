import { AppError } from '@countersign/contract/errors.ts'
import type { Context } from '../context.ts'
import { findLiveSession } from './live.ts'
import { requireRecheck } from './recheck.ts'
import type { SessionRecord } from './session.store.ts'
import { noteUse } from './session.ts'

/**
 * The live session that an app or a protected host uses for its person: that keeps it in use, and a contract wallet is
 * asked again when its time has come. Undefined when it has ended; a node that cannot be asked is our fault.
 */
export async function useSessionByApp(
  context: Context,
  id: string,
  from?: { readonly address: string },
): Promise<SessionRecord | undefined> {
  const session = await findLiveSession(context, id)
  if (!session) return undefined
  try {
    await requireRecheck(context, session)
  } catch (error) {
    if (error instanceof AppError && error.code === 'session_revoked') return undefined
    throw error
  }
  noteUse(context, session, from)
  return session
}
