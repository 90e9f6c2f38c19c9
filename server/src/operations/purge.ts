/** Deletes what has expired, every ten minutes. */

import { purgeAccessRequests } from '../accounts/access-request/access-request.ts'
import { purgeNotices } from '../accounts/notice/notice.ts'
import { purgeDeletedPeople } from '../accounts/person/purge-person.ts'
import { purgeRecoveryLinks } from '../accounts/recovery/recovery.ts'
import { purgeRemovedWallets, releaseAllDue } from '../accounts/wallet/unlink-wallet.ts'
import { purgeTestCredentials } from '../apps/test-credential.ts'
import { purgeEvents, truncateOldIps } from '../audit/purge-events.ts'
import { purgeStats } from '../audit/statistics/stats.ts'
import type { Context } from '../context.ts'
import { purgeTickets } from '../forward-auth/ticket.ts'
import { purgeOidc } from '../oidc/purge.ts'
import { runEvery } from '../platform/run-every.ts'
import { purgeSpentChallenges } from '../proof/challenge/spend-challenge.ts'
import { purgePhoneRequests } from '../proof/phone/phone-request.ts'
import { purgeWalletLists } from '../rules/admin/wallet-lists/purge-wallet-lists.ts'
import { endExpiredSessions, maskSessionIps, purgeSessions } from '../session/session-retention.ts'
import { readInstance } from '../settings/read-settings.ts'

const EVERY_MS = 10 * 60 * 1000

/** Returns a function that stops it. */
export function startPurge(context: Context): () => Promise<void> {
  return runEvery(
    EVERY_MS,
    () => purge(context),
    (error) => context.log.warn('purge of expired rows failed', { reason: String(error) }),
  )
}

export async function purge(context: Context): Promise<void> {
  const now = context.now()
  await releaseAllDue(context)
  await endExpiredSessions(context)
  await context.store.transaction(async (queries) => {
    await purgeSpentChallenges(context, queries)
    await purgePhoneRequests(context, queries)
    await purgeSessions(context, queries)
    await purgeRecoveryLinks(context, queries)
    await purgeRemovedWallets(context, queries)
    await purgeNotices(context, queries)
    await purgeTickets(queries, now)
    await purgeAccessRequests(context, queries)
    await purgeStats(context, queries)
    await purgeOidc(queries, now)
    await purgeTestCredentials(queries, now)
  })
  await purgeDeletedPeople(context)
  await purgeWalletLists(context)
  await forgetHistory(context)
}

async function forgetHistory(context: Context): Promise<void> {
  const now = context.now()
  const { activityKeptMs, addressKeptMs } = await readInstance(context)
  await purgeEvents(context, now - activityKeptMs)
  await truncateOldIps(context, now - addressKeptMs)
  await maskSessionIps(context, now - addressKeptMs)
}
