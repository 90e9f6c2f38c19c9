/** A wallet that was added a moment ago may sign in, but not take an account over. */

import { AppError } from '@countersign/contract/errors.ts'
import { RECOVERED_WALLET_DELAY_MS, WALLET_NEW_MS } from '@countersign/contract/limits.ts'
import type { Context } from '../context.ts'
import type { SessionRecord } from '../session/session.store.ts'
import type { Queries } from '../store/database.ts'
import { isDue } from './own.ts'
import { findWalletById, type WalletRecord } from './wallet.store.ts'

/** From when on it may remove others, change the main wallet, make recovery codes and delete the account. */
export function trustedFrom({ linkedVia, linkedAt }: Pick<WalletRecord, 'linkedVia' | 'linkedAt'>): number {
  // The wallet an account began with: there is nobody it could take it from.
  if (linkedVia === 'sign_in' || linkedVia === 'setup') return linkedAt
  const recovered = linkedVia === 'recovery' || linkedVia === 'admin_recovery'
  return linkedAt + (recovered ? RECOVERED_WALLET_DELAY_MS : WALLET_NEW_MS)
}

/**
 * Judges the wallet that signed the step-up, not the one that signed in; asked in the transaction that acts on it.
 * Returns it. What a wallet confirmed that was removed since counts no more.
 */
export async function requireTrusted(
  context: Context,
  queries: Queries,
  { stepUp, person }: Pick<SessionRecord, 'stepUp' | 'person'>,
): Promise<WalletRecord> {
  const signer = stepUp && (await findWalletById(queries, stepUp.walletId))
  const now = context.now()
  if (!signer || signer.personId !== person.id || isDue(signer, now)) throw confirmAgain(stepUp?.act)
  const from = trustedFrom(signer)
  if (now < from) throw new AppError('wallet_too_new', { until: new Date(from).toISOString() })
  return signer
}

function confirmAgain(confirmed = ''): AppError {
  const [action = '', target] = confirmed.split(':')
  return new AppError('step_up_required', { act: { action, target } })
}
