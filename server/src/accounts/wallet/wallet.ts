import type { Account } from '@countersign/contract/family/account.ts'
/** The wallets of a person, and when they are trusted. A removal that is due counts as done. */

import { AppError } from '@countersign/contract/error/errors.ts'
import type { Namespace } from '@countersign/contract/family/family.ts'
import { RECOVERED_WALLET_DELAY_MS, WALLET_NAME_MAX, WALLET_NEW_MS } from '@countersign/contract/limits.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { StepUpAction } from '@countersign/contract/step-up.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { findSetting } from '../../platform/store/setting.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { lockPerson } from '../person/person.store.ts'
import { isDue } from './due.ts'
import * as store from './wallet.store.ts'

export type { Wallet, WalletRecord } from './wallet.store.ts'

export const findWallet = store.findWallet

export async function listOwnWallets(
  context: Context,
  queries: Queries,
  personId: string,
): Promise<store.WalletRecord[]> {
  const now = context.now()
  return (await store.findWalletsOf(queries, personId)).filter((wallet) => !isDue(wallet, now))
}

/** The chain families of wallets that are not being removed. Locks the person, so that no other removal starts. */
export async function lockFamiliesOf(queries: Queries, personId: string): Promise<Namespace[]> {
  await lockPerson(queries, personId)
  const wallets = await store.findWalletsOf(queries, personId)
  return wallets.filter(({ status }) => status === 'linked').map(({ namespace }) => namespace)
}

/** A wallet of a family that is off cannot sign in, so it does not count as another one. The person is locked. */
export async function requireOtherWallet(
  { config }: Context,
  queries: Queries,
  { id, personId, namespace }: store.WalletRecord,
): Promise<void> {
  const { namespaces } = readSettings(config, await findSetting(queries, 'settings'))
  const others = (await store.findWalletsOf(queries, personId)).filter(
    (other) => other.id !== id && other.status === 'linked' && namespaces.includes(other.namespace),
  )
  if (namespaces.includes(namespace) && others.length === 0)
    throw new AppError('last_wallet', { detail: 'No other wallet of this account may sign in.' })
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

/** Whether it belongs to a person. */
export async function isLinked(context: Context, account: Account): Promise<boolean> {
  return (await findLinkedWallet(context, context.store, account)) !== undefined
}

export async function findLinkedWallet(
  context: Context,
  queries: Queries,
  account: Account,
): Promise<store.WalletRecord | undefined> {
  const wallet = await store.findWallet(queries, account)
  return wallet && !isDue(wallet, context.now()) ? wallet : undefined
}

export async function findOwnWallet(
  context: Context,
  queries: Queries,
  { personId, account }: { personId: string; account: Account },
): Promise<store.WalletRecord | undefined> {
  const wallet = await findLinkedWallet(context, queries, account)
  return wallet?.personId === personId ? wallet : undefined
}

/** When it may sign for critical actions and open admin mode: a new wallet must not take over the account. */
export function trustedFrom({ linkedVia, linkedAt, trustedAt }: store.WalletRecord): number {
  // The account began with this wallet, so there is nothing to take over.
  if (linkedVia === 'sign_in' || linkedVia === 'setup') return linkedAt
  const recovered = linkedVia === 'recovery' || linkedVia === 'admin_recovery'
  return Math.max(linkedAt + (recovered ? RECOVERED_WALLET_DELAY_MS : WALLET_NEW_MS), trustedAt ?? 0)
}

/** Checks the wallet that signed, not the one that signed in, in the transaction that uses its signature. */
export async function requireTrustedSigner(
  context: Context,
  queries: Queries,
  { personId, walletId, action }: { personId: string; walletId: string; action: StepUpAction },
): Promise<void> {
  const signer = await store.findWalletById(queries, walletId)
  if (signer?.personId !== personId || isDue(signer, context.now()))
    throw new AppError('step_up_required', { stepUp: action })
  requireTrustedWallet(context, signer)
}

export function isTrusted({ now }: Context, wallet: store.WalletRecord): boolean {
  return trustedFrom(wallet) <= now()
}

export function requireTrustedWallet(context: Context, wallet: store.WalletRecord): void {
  const from = trustedFrom(wallet)
  if (!isTrusted(context, wallet)) throw new AppError('wallet_too_new', { until: new Date(from).toISOString() })
}

/** The wallet's own name, safe to display: no control, format or bidi characters, one line. */
export function walletLabel(wallet: Proof['wallet']): { name: string | null; rdns: string | null } {
  const name = wallet?.name
    ?.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, WALLET_NAME_MAX)
  return { name: name || null, rdns: wallet?.rdns ?? null }
}
