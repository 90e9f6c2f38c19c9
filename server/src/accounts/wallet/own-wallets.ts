/** The wallets of one person. A removal that is due counts as done. */

import { AppError } from '@countersign/contract/errors.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { Account } from '../../proof/account.ts'
import * as store from './wallet.store.ts'

export const findWallet = store.findWallet

export async function listOwnWallets(
  context: Context,
  queries: Queries,
  personId: string,
): Promise<store.WalletRecord[]> {
  const now = context.now()
  return (await store.findWalletsOf(queries, personId)).filter((wallet) => !isDue(wallet, now))
}

export async function requireOwnWallet(
  context: Context,
  queries: Queries,
  { personId, walletId }: { personId: string; walletId: string },
): Promise<store.WalletRecord> {
  const wallet = await store.findWalletById(queries, walletId)
  if (!wallet || wallet.personId !== personId || isDue(wallet, context.now())) throw new AppError('not_found')
  return wallet
}

export async function findOwnWallet(
  context: Context,
  queries: Queries,
  { personId, account }: { personId: string; account: Account },
): Promise<store.WalletRecord | undefined> {
  const wallet = await store.findWallet(queries, account)
  return wallet?.personId === personId && !isDue(wallet, context.now()) ? wallet : undefined
}

export function isDue({ removeAt }: Pick<store.WalletRecord, 'removeAt'>, now: number): boolean {
  return removeAt !== null && removeAt <= now
}
