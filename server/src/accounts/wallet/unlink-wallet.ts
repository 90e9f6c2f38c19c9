import { AppError } from '@countersign/contract/error/errors.ts'
import type { Account } from '@countersign/contract/family/account.ts'
import { REMOVED_WALLET_KEPT_MS } from '@countersign/contract/limits.ts'
import { type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { suspendVerdicts } from '../group/verdict.store.ts'
import { addNotice } from '../notice/notice.ts'
import { lockPerson } from '../person/person.store.ts'
import { indexPerson } from '../person/search-index.ts'
import { isDue } from './due.ts'
import * as store from './remove-wallet.store.ts'
import { findWallet, type WalletRecord } from './wallet.store.ts'

/** The person is locked. Without a session the server does it, after the delay. */
export async function unlinkWallet(
  context: Context,
  queries: Queries,
  { wallet, sessionId, source }: { wallet: WalletRecord; sessionId?: string; source?: RequestSource },
): Promise<void> {
  const { id, personId, address } = wallet
  const next = await store.findNextPrimary(queries, wallet)
  if (next === undefined) throw new AppError('last_wallet')
  const now = context.now()
  await store.markRemoved(queries, { id, now })
  await suspendVerdicts(queries, personId)
  await indexPerson(queries, personId)
  await store.replacePrimary(queries, { personId, from: id, to: next })
  await store.invalidateStepUps(queries, { personId, walletId: id, now })
  const sessionsEnded = await store.endSessionsSignedBy(queries, { id, now })
  await recordEvent(context, queries, {
    kind: 'wallet.removed',
    ...(sessionId === undefined ? { by: 'system' } : { actorId: personId }),
    ...{ personId, sessionId, source, address },
    data: { walletId: id, sessionsEnded, delayed: sessionId === undefined },
  })
  await addNotice(context, queries, { personId, kind: 'wallet_removed', wallet, sessionId, source })
}

/** Carries out a removal that is due, so that the address is free. */
export async function releaseIfDue(context: Context, queries: Queries, account: Account): Promise<void> {
  const due = await findWallet(queries, account)
  if (!due || !isDue(due, context.now())) return
  await lockPerson(queries, due.personId)
  // Read again under the lock: it may have been kept or removed meanwhile.
  const wallet = await findWallet(queries, account)
  if (wallet?.id === due.id && isDue(wallet, context.now())) await unlinkWallet(context, queries, { wallet })
}

/** Each in its own transaction, so that one failure does not affect the others. */
export async function releaseAllDue(context: Context): Promise<void> {
  for (const account of await store.findDueRemovals(context.store, context.now())) {
    try {
      await context.store.transaction((queries) => releaseIfDue(context, queries, account))
    } catch (error) {
      context.log.warn('wallet removal failed', { reason: String(error) })
    }
  }
}

export function purgeRemovedWallets(context: Context, queries: Queries): Promise<void> {
  return store.purgeRemovedWallets(queries, context.now() - REMOVED_WALLET_KEPT_MS)
}
