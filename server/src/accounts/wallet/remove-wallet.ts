/** Removes a wallet: at once when it signed for that itself, after a delay when another one did. */

import { AppError } from '@countersign/contract/errors.ts'
import { WALLET_REMOVAL_DELAY_MS } from '@countersign/contract/limits.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { touchPerson } from '../notice/notice.store.ts'
import { addNotice } from '../notice/notice.ts'
import { about, type Change } from './change-wallet.ts'
import { requireOwnWallet } from './own-wallets.ts'
import { cancelRemoval, findHeir, findLinkedAt, startRemoval } from './remove-wallet.store.ts'
import { unlinkWallet } from './unlink-wallet.ts'
import { findWalletById, type WalletRecord } from './wallet.store.ts'

export type Removal = { status: 'removing' | 'removed'; removeAt: number | null }

export function removeWallet(
  context: Context,
  { session, source, walletId, lockSession, version, signerId }: Change & { version: number; signerId: string },
): Promise<Removal> {
  return context.store.transaction(async (queries) => {
    const { person } = await lockSession(queries)
    const wallet = await requireOwnWallet(context, queries, { personId: person.id, walletId })
    if (wallet.version !== version) throw new AppError('version_conflict')
    if (signerId !== wallet.id) return removeLater(context, queries, { session, source, wallet, signerId })
    await unlinkWallet(context, queries, { wallet, sessionId: session.id, source })
    return { status: 'removed', removeAt: null }
  })
}

type Removing = Omit<Change, 'walletId' | 'lockSession'> & { wallet: WalletRecord; signerId: string }

async function removeLater(
  context: Context,
  queries: Queries,
  { session, source, wallet, signerId }: Removing,
): Promise<Removal> {
  if ((await findHeir(queries, wallet)) === undefined) throw new AppError('last_wallet')
  if (wallet.removeAt !== null) return { status: 'removing', removeAt: wallet.removeAt }
  const now = context.now()
  const removeAt = now + WALLET_REMOVAL_DELAY_MS
  await startRemoval(queries, { id: wallet.id, by: signerId, now, removeAt })
  const { data, ...event } = about(session, source, wallet)
  await recordEvent(context, queries, {
    ...event,
    kind: 'wallet.removal_started',
    data: { ...data, by: signerId, removeAt },
  })
  const { id: sessionId, person } = session
  const kind = 'wallet_removing'
  await addNotice(context, queries, { personId: person.id, kind, sessionId, source, wallet, until: removeAt })
  return { status: 'removing', removeAt }
}

/** Allowed for the wallet itself, the one that asked for the removal, and those linked before that one. */
export function keepWallet(
  context: Context,
  { session, source, walletId, lockSession }: Change,
): Promise<WalletRecord> {
  return context.store.transaction(async (queries) => {
    const { person } = await lockSession(queries)
    const wallet = await requireOwnWallet(context, queries, { personId: person.id, walletId })
    if (wallet.status !== 'removing') throw new AppError('not_removing')
    if (!(await mayKeep(queries, wallet, session.wallet.id))) throw new AppError('forbidden')
    await cancelRemoval(queries, wallet.id)
    await touchPerson(queries, person.id, context.now())
    const { data, ...event } = about(session, source, wallet)
    await recordEvent(context, queries, {
      ...event,
      kind: 'wallet.removal_cancelled',
      data: { ...data, by: session.wallet.id },
    })
    return { ...wallet, status: 'linked', removeAt: null, removalBy: null, version: wallet.version + 1 }
  })
}

async function mayKeep(queries: Queries, wallet: WalletRecord, keeperId: string): Promise<boolean> {
  if (keeperId === wallet.id || keeperId === wallet.removalBy) return true
  const keeper = await findWalletById(queries, keeperId)
  const removerLinkedAt = wallet.removalBy === null ? undefined : await findLinkedAt(queries, wallet.removalBy)
  return keeper !== undefined && removerLinkedAt !== undefined && keeper.linkedAt < removerLinkedAt
}
