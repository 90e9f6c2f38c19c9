/** Whether a session can be used: the one definition. `live-session.sql.ts` says the same in SQL. */

import type { PersonStatus } from '@countersign/contract/routes/person.ts'
import type { SessionEndReason } from '@countersign/contract/routes/session.ts'
import { isDue } from './wallet/due.ts'
import type { WalletRecord } from './wallet/wallet.store.ts'

export type SessionFacts = {
  person: { status: PersonStatus }
  wallet: Pick<WalletRecord, 'status' | 'removeAt'>
  idleExpiresAt: number
  expiresAt: number
  ended: { reason: SessionEndReason } | undefined
}

/** Why it cannot be used any more. Undefined while it is live. */
export function endReasonOf(session: SessionFacts, now: number): SessionEndReason | undefined {
  return session.ended?.reason ?? accessLossOf(session, now) ?? expiryOf(session, now)
}

export function isLive(session: SessionFacts, now: number): boolean {
  return endReasonOf(session, now) === undefined
}

/** Apps with offline access use sessions that have merely expired. */
export function isLiveOffline(session: SessionFacts, now: number): boolean {
  if (accessLossOf(session, now)) return false
  return !session.ended || session.ended.reason === 'idle' || session.ended.reason === 'expired'
}

function accessLossOf({ person, wallet }: SessionFacts, now: number): SessionEndReason | undefined {
  if (person.status === 'suspended') return 'person_suspended'
  if (person.status !== 'active') return 'person_deleted'
  return wallet.status === 'removed' || isDue(wallet, now) ? 'wallet_removed' : undefined
}

function expiryOf({ idleExpiresAt, expiresAt }: SessionFacts, now: number): SessionEndReason | undefined {
  if (now >= expiresAt) return 'expired'
  return now >= idleExpiresAt ? 'idle' : undefined
}
