/** Renames a wallet, or makes it the primary one. */

import { AppError } from '@countersign/contract/errors.ts'
import { type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { Caller, LockSession } from '../../call.ts'
import type { Context } from '../../context.ts'
import { touchPerson } from '../notice/notice.store.ts'
import { addNotice } from '../notice/notice.ts'
import { updateLabel, updatePrimary } from './change-wallet.store.ts'
import { requireOwnWallet } from './own-wallets.ts'
import { findPrimaryId, type WalletRecord } from './wallet.store.ts'

export type Change = { session: Caller; source: RequestSource; walletId: string; lockSession: LockSession }

export function renameWallet(
  context: Context,
  { session, source, walletId, lockSession, label, version }: Change & { label: string | null; version: number },
): Promise<WalletRecord> {
  return context.store.transaction(async (queries) => {
    const { person } = await lockSession(queries)
    const wallet = await requireOwnWallet(context, queries, { personId: person.id, walletId })
    if (wallet.version !== version) throw new AppError('version_conflict')
    if (wallet.label === label) return wallet
    await updateLabel(queries, wallet.id, label)
    await touchPerson(queries, person.id, context.now())
    await recordEvent(context, queries, { kind: 'wallet.renamed', ...about(session, source, wallet) })
    return { ...wallet, label, version: version + 1 }
  })
}

export function makePrimary(
  context: Context,
  { session, source, walletId, lockSession }: Change,
): Promise<WalletRecord> {
  return context.store.transaction(async (queries) => {
    const { person } = await lockSession(queries)
    const wallet = await requireOwnWallet(context, queries, { personId: person.id, walletId })
    if ((await findPrimaryId(queries, person.id)) === wallet.id) return wallet
    await updatePrimary(queries, person.id, wallet.id)
    await touchPerson(queries, person.id, context.now())
    await recordEvent(context, queries, { kind: 'wallet.primary', ...about(session, source, wallet) })
    const kind = 'main_wallet_changed'
    await addNotice(context, queries, { personId: person.id, kind, sessionId: session.id, source, wallet })
    return wallet
  })
}

/** What every audit event about a wallet has in common. */
export function about({ id, person }: Caller, source: RequestSource, wallet: WalletRecord) {
  return {
    actorId: person.id,
    personId: person.id,
    sessionId: id,
    source,
    address: wallet.address,
    data: { walletId: wallet.id },
  }
}
