import type { SessionEndReason } from '@countersign/contract/routes/session.ts'
import type { Person } from '../accounts/person/person.ts'
import type { Wallet, WalletRecord } from '../accounts/wallet/wallet.ts'

export type SessionRecord = {
  id: string
  person: Person
  wallet: Wallet & Pick<WalletRecord, 'removeAt'>
  kept: boolean
  device: string
  /** The hash of its current token. */
  tokenHash: Uint8Array
  /** Found by an earlier token, which has no step-up. */
  retiredToken: boolean
  signedAt: number | null
  adminUntil: number | null
  createdAt: number
  lastSeenAt: number
  idleExpiresAt: number
  expiresAt: number
  ended: { at: number; reason: SessionEndReason } | undefined
}
