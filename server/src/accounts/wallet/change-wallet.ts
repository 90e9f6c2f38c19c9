/** Renames a wallet, makes it the primary one, or removes it. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { WALLET_REMOVAL_DELAY_MS } from '@countersign/contract/limits.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { addNotice, touchPerson } from '../notice/notice.ts'
import { cancelRemoval, findLinkedAt, findNextPrimary, startRemoval } from './remove-wallet.store.ts'
import { unlinkWallet } from './unlink-wallet.ts'
import { findPrimaryId, findWalletById, updateLabel, updatePrimary, type WalletRecord } from './wallet.store.ts'
import { isTrusted, requireOtherWallet, requireOwnWallet } from './wallet.ts'

export type Change = { actor: Acting; walletId: string }

export function renameWallet(
  context: Context,
  { label, version, ...change }: Change & { label: string | null; version: number },
): Promise<WalletRecord> {
  return changeOwnWallet(context, change, async (queries, wallet) => {
    if (wallet.version !== version) throw new AppError('version_conflict')
    if (wallet.label === label) return wallet
    await updateLabel(queries, { id: wallet.id, label })
    await touchPerson(queries, wallet.personId, context.now())
    await recordEvent(context, queries, { kind: 'wallet.renamed', ...about(change, wallet) })
    return { ...wallet, label, version: version + 1 }
  })
}

export function makePrimary(context: Context, change: Change): Promise<WalletRecord> {
  return changeOwnWallet(context, change, async (queries, wallet) => {
    const { personId } = wallet
    if ((await findPrimaryId(queries, personId)) === wallet.id) return wallet
    await updatePrimary(queries, { personId, walletId: wallet.id })
    await recordEvent(context, queries, { kind: 'wallet.primary', ...about(change, wallet) })
    await addNotice(context, queries, { ...change.actor, personId, kind: 'main_wallet_changed', wallet })
    return wallet
  })
}

type Removal = { status: 'removing' | 'removed'; removeAt: number | null }

/**
 * At once when the wallet itself signed for it, or while it is too new to be trusted: otherwise a thief's wallet could
 * sit out its waiting period. After a delay when another one signed. Without a version, or the thief could keep
 * renaming it meanwhile.
 */
export function removeWallet(
  context: Context,
  { signerId, ...change }: Change & { signerId: string },
): Promise<Removal> {
  return changeOwnWallet(context, change, async (queries, wallet) => {
    await requireOtherWallet(context, queries, wallet)
    if (signerId !== wallet.id && isTrusted(context, wallet))
      return scheduleRemoval(context, queries, { change, wallet, signerId })
    await unlinkWallet(context, queries, { wallet, ...change.actor })
    return { status: 'removed', removeAt: null }
  })
}

async function scheduleRemoval(
  context: Context,
  queries: Queries,
  { change, wallet, signerId }: { change: Change; wallet: WalletRecord; signerId: string },
): Promise<Removal> {
  if ((await findNextPrimary(queries, wallet)) === undefined) throw new AppError('last_wallet')
  if (wallet.removeAt !== null) return { status: 'removing', removeAt: wallet.removeAt }
  const now = context.now()
  const removeAt = now + WALLET_REMOVAL_DELAY_MS
  await startRemoval(queries, { id: wallet.id, by: signerId, now, removeAt })
  const event = about(change, wallet, { by: signerId, removeAt })
  await recordEvent(context, queries, { kind: 'wallet.removal_started', ...event })
  const { personId } = wallet
  await addNotice(context, queries, { ...change.actor, personId, kind: 'wallet_removing', wallet, until: removeAt })
  return { status: 'removing', removeAt }
}

/** Signed by the wallet itself, the one that requested the removal, or one linked before that one. */
export function keepWallet(
  context: Context,
  { signerId, ...change }: Change & { signerId: string },
): Promise<WalletRecord> {
  return changeOwnWallet(context, change, async (queries, wallet) => {
    if (wallet.status !== 'removing') throw new AppError('not_removing')
    if (!(await mayKeep(queries, wallet, signerId))) throw new AppError('forbidden')
    await cancelRemoval(queries, wallet.id)
    await touchPerson(queries, wallet.personId, context.now())
    const event = about(change, wallet, { by: signerId })
    await recordEvent(context, queries, { kind: 'wallet.removal_cancelled', ...event })
    return { ...wallet, status: 'linked', removeAt: null, removalBy: null, version: wallet.version + 1 }
  })
}

async function mayKeep(queries: Queries, { id, removalBy }: WalletRecord, signerId: string): Promise<boolean> {
  if (signerId === id || signerId === removalBy) return true
  const signer = await findWalletById(queries, signerId)
  const removerLinkedAt = removalBy === null ? undefined : await findLinkedAt(queries, removalBy)
  return signer !== undefined && removerLinkedAt !== undefined && signer.linkedAt < removerLinkedAt
}

function changeOwnWallet<T>(
  context: Context,
  { actor, walletId }: Change,
  work: (queries: Queries, wallet: WalletRecord) => Promise<T>,
): Promise<T> {
  return actor.lockedTransaction(async (queries) =>
    work(queries, await requireOwnWallet(context, queries, { personId: actor.actorId, walletId })),
  )
}

function about({ actor }: Change, { id, address }: WalletRecord, data = {}) {
  return { ...actor, personId: actor.actorId, address, data: { walletId: id, ...data } }
}
