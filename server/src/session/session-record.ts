import type { SessionEndReason } from '@countersign/contract/routes/session.ts'
import type { Person } from '../accounts/person/person.ts'
import type { Wallet, WalletRecord } from '../accounts/wallet/wallet.ts'

export type SessionRecord = {
  id: string
  person: Person
  wallet: Wallet & Pick<WalletRecord, 'removeAt'>
  kept: boolean
  device: string
  rotatedAt: number | null
  /** Found by the token before the last rotation, which has no step-up. */
  previousToken: boolean
  signedAt: number | null
  adminUntil: number | null
  createdAt: number
  lastSeenAt: number
  idleExpiresAt: number
  expiresAt: number
  ended: { at: number; reason: SessionEndReason } | undefined
}
