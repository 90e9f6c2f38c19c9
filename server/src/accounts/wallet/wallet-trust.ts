/** A wallet that was just added may sign in, but not take over the account. */

import { AppError } from '@countersign/contract/errors.ts'
import { RECOVERED_WALLET_DELAY_MS, WALLET_NEW_MS } from '@countersign/contract/limits.ts'
import type { Act } from '@countersign/contract/step-up.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { isDue } from './own-wallets.ts'
import { findWalletById, type WalletRecord } from './wallet.store.ts'

/** When it may sign for critical actions and open admin mode. */
export function trustedFrom({
  linkedVia,
  linkedAt,
  trustedAt,
}: Pick<WalletRecord, 'linkedVia' | 'linkedAt' | 'trustedAt'>): number {
  // The account began with this wallet, so there is nothing to take over.
  if (linkedVia === 'sign_in' || linkedVia === 'setup') return linkedAt
  const recovered = linkedVia === 'recovery' || linkedVia === 'admin_recovery'
  return Math.max(linkedAt + (recovered ? RECOVERED_WALLET_DELAY_MS : WALLET_NEW_MS), trustedAt ?? 0)
}

type Signer = { personId: string; walletId: string; act: Act }

/** Checks the wallet that signed, not the one that signed in, in the transaction that uses its signature. */
export async function requireTrusted(
  context: Context,
  queries: Queries,
  { personId, walletId, act }: Signer,
): Promise<void> {
  const signer = await findWalletById(queries, walletId)
  if (signer?.personId !== personId || isDue(signer, context.now())) throw new AppError('step_up_required', { act })
  requireTrustedWallet(context, signer)
}

export function requireTrustedWallet(context: Context, wallet: WalletRecord): void {
  const from = trustedFrom(wallet)
  if (context.now() < from) throw new AppError('wallet_too_new', { until: new Date(from).toISOString() })
}
