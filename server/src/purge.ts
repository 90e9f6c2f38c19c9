import { CHALLENGE_TTL_MS, ENDED_SESSION_KEPT_MS, REMOVED_WALLET_KEPT_MS } from '@countersign/contract/limits.ts'
import { removeExpiredSpent } from './challenge/challenge.store.ts'
import type { Context } from './context.ts'
import { forgetDeleted } from './person/farewell.ts'
import { endIdleSessions, removeEndedSessions } from './session/session.store.ts'
import { forgetRemovedWallets } from './wallet/removal.store.ts'
import { releaseAllDue } from './wallet/unlink.ts'

const EVERY_MS = 10 * 60 * 1000

/** Forgets what has run out, now and every ten minutes. Returns what stops it. */
export function startPurge(context: Context): () => void {
  const timer = setInterval(() => void purge(context), EVERY_MS).unref()
  void purge(context)
  return () => clearInterval(timer)
}

export async function purge(context: Context): Promise<void> {
  const now = context.now()
  try {
    await releaseAllDue(context)
    await context.store.transaction(async (queries) => {
      // Kept once more as long: a node whose clock is behind may still take the challenge.
      await removeExpiredSpent(queries, now - CHALLENGE_TTL_MS)
      await endIdleSessions(queries, now)
      await removeEndedSessions(queries, now - ENDED_SESSION_KEPT_MS)
      await forgetRemovedWallets(queries, now - REMOVED_WALLET_KEPT_MS)
    })
    await forgetDeleted(context)
  } catch (error) {
    context.log.warn('could not forget what has run out', { reason: String(error) })
  }
}
