import { REQUEST_KEPT_MS } from '@countersign/contract/access-request-limits.ts'
import {
  ENDED_SESSION_KEPT_MS,
  NOTICE_KEPT_MS,
  REMOVED_WALLET_KEPT_MS,
  SPENT_CHALLENGE_KEPT_MS,
  STATS_KEPT_MS,
} from '@countersign/contract/limits.ts'
import { removeOldRequests } from './access-request/request.store.ts'
import { forgetEventAddresses, forgetEvents } from './activity/forget.ts'
import { removeExpiredSpent } from './challenge/challenge.store.ts'
import type { Context } from './context.ts'
import { removeOldTickets } from './forward-auth/ticket.store.ts'
import { removeOldNotices } from './notice/notice.store.ts'
import { removeExpiredItems } from './oidc/item.store.ts'
import { removeOldKeys } from './oidc/key.store.ts'
import { forgetDeleted } from './person/purge-person.ts'
import { forgetExpiredLinks } from './recovery/recovery.store.ts'
import { forgetContractProofs } from './session/contract-proof.store.ts'
import { endExpiredSessions } from './session/expire.ts'
import { forgetSessionAddresses } from './session/forget.ts'
import { removeEndedSessions } from './session/session.store.ts'
import { readInstance } from './setting/instance.ts'
import { removeOldStats } from './stats/stats.store.ts'
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
    await endExpiredSessions(context)
    await context.store.transaction(async (queries) => {
      // Kept long after they expired: a clock that was set back would take their challenges once more.
      await removeExpiredSpent(queries, now - SPENT_CHALLENGE_KEPT_MS)
      await forgetContractProofs(queries)
      await removeEndedSessions(queries, now - ENDED_SESSION_KEPT_MS)
      await forgetExpiredLinks(queries, now)
      await forgetRemovedWallets(queries, now - REMOVED_WALLET_KEPT_MS)
      await removeOldNotices(queries, now - NOTICE_KEPT_MS)
      await removeOldTickets(queries, now)
      await removeOldRequests(queries, now - REQUEST_KEPT_MS)
      await removeOldStats(queries, now - STATS_KEPT_MS)
      await removeExpiredItems(queries, now)
      await removeOldKeys(queries, now)
    })
    await forgetDeleted(context)
    await forgetHistory(context)
  } catch (error) {
    context.log.warn('could not forget what has run out', { reason: String(error) })
  }
}

/** As long as the owner says. */
async function forgetHistory(context: Context): Promise<void> {
  const now = context.now()
  const { activityKeptMs, addressKeptMs } = await readInstance(context)
  await forgetEvents(context, now - activityKeptMs)
  await forgetEventAddresses(context, now - addressKeptMs)
  await forgetSessionAddresses(context, now - addressKeptMs)
}
