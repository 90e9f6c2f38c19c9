/** Unlinks a wallet and ends what depends on it. */

import { AppError } from '@countersign/contract/errors.ts'
import { REMOVED_WALLET_KEPT_MS } from '@countersign/contract/limits.ts'
import { type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { addNotice } from '../notice/notice.ts'
import { lockPerson } from '../person/person.store.ts'
import { indexPerson } from '../person/search-index.ts'
import { isDue } from './own-wallets.ts'
import {
  endSessionsSignedBy,
  findDueRemovals,
  findHeir,
  forgetRemovedWallets,
  handOnPrimary,
  markRemoved,
  voidStepUps,
} from './remove-wallet.store.ts'
import { findWallet, type WalletRecord } from './wallet.store.ts'

/** Without a session it is the server, after the delay. */
type Unlinking = { wallet: WalletRecord; sessionId?: string; source?: RequestSource }

/** The person is locked. The oldest remaining wallet becomes the primary one. */
export async function unlinkWallet(context: Context, queries: Queries, unlinking: Unlinking): Promise<void> {
  const { wallet, sessionId, source } = unlinking
  const { id, personId, address } = wallet
  const heir = await findHeir(queries, wallet)
  if (heir === undefined) throw new AppError('last_wallet')
  const now = context.now()
  await markRemoved(queries, { id, now })
  await indexPerson(queries, personId)
  await handOnPrimary(queries, { personId, from: id, to: heir })
  await voidStepUps(queries, { personId, walletId: id, now })
  const sessionsEnded = await endSessionsSignedBy(queries, { id, now })
  await recordEvent(context, queries, {
    kind: 'wallet.removed',
    ...(sessionId === undefined ? { by: 'system' } : { actorId: personId }),
    personId,
    sessionId,
    source,
    address,
    data: { walletId: id, sessionsEnded, delayed: sessionId === undefined },
  })
  await addNotice(context, queries, {
    personId,
    kind: 'wallet_removed',
    wallet,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(source ? { source } : {}),
  })
}

/** Carries out a removal that is due, so that the address is free. */
export async function releaseIfDue(
  context: Context,
  queries: Queries,
  account: { address: string; chainRef: string },
): Promise<void> {
  const known = await findWallet(queries, account)
  if (!known || !isDue(known, context.now())) return
  await lockPerson(queries, known.personId)
  // Read again under the lock: it may have been kept or removed meanwhile.
  const wallet = await findWallet(queries, account)
  if (wallet?.id === known.id && isDue(wallet, context.now())) await unlinkWallet(context, queries, { wallet })
}

/** Each in its own transaction, so that one failure does not affect the others. */
export async function releaseAllDue(context: Context): Promise<void> {
  for (const account of await findDueRemovals(context.store, context.now())) {
    try {
      await context.store.transaction((queries) => releaseIfDue(context, queries, account))
    } catch (error) {
      context.log.warn('wallet removal failed', { reason: String(error) })
    }
  }
}

export function purgeRemovedWallets(context: Context, queries: Queries): Promise<void> {
  return forgetRemovedWallets(queries, context.now() - REMOVED_WALLET_KEPT_MS)
}
