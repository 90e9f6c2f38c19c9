import { REQUEST_KEPT_MS } from '@countersign/contract/limits/access-request-limits.ts'
import {
  ENDED_SESSION_KEPT_MS,
  NOTICE_KEPT_MS,
  REMOVED_WALLET_KEPT_MS,
  SPENT_CHALLENGE_KEPT_MS,
  STATS_KEPT_MS,
} from '@countersign/contract/limits.ts'
import { removeOldNotices } from '../accounts/notice/notice.store.ts'
import { forgetDeleted } from '../accounts/person/purge-person.ts'
import { forgetExpiredLinks } from '../accounts/recovery/recovery.store.ts'
import { forgetRemovedWallets } from '../accounts/wallet/remove-wallet.store.ts'
import { releaseAllDue } from '../accounts/wallet/unlink-wallet.ts'
import { removeOldRequests } from '../admin/access-requests/request.store.ts'
import { purgeTestCredentials } from '../apps/test-credential.ts'
import { forgetEventAddresses, forgetEvents } from '../audit/purge-events.ts'
import { removeOldStats } from '../audit/statistics/stats.store.ts'
import type { Context } from '../context.ts'
import { purgeTickets } from '../forward-auth/ticket.ts'
import { purgeOidc } from '../oidc/purge.ts'
import { removeExpiredSpent } from '../proof/challenge/challenge.store.ts'
import { forgetContractProofs } from '../session/contract-proof.store.ts'
import { endExpiredSessions } from '../session/expire-sessions.ts'
import { forgetSessionAddresses } from '../session/mask-session-ips.ts'
import { removeEndedSessions } from '../session/session.store.ts'
import { readInstance } from '../settings/read-settings.ts'

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
      await purgeTickets(queries, now)
      await removeOldRequests(queries, now - REQUEST_KEPT_MS)
      await removeOldStats(queries, now - STATS_KEPT_MS)
      await purgeOidc(queries, now)
      await purgeTestCredentials(queries, now)
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
