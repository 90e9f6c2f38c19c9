import type { Account } from '@countersign/contract/family/account.ts'
import type { Role } from '@countersign/contract/permission.ts'
import { contractChainOf } from '../proof/account.ts'

/** An address that counts for a person: a wallet of theirs, or a vault that delegates to one. */
export type Holder = {
  /** Of Solana or Bitcoin: a wallet that counts for no condition on a chain. */
  family?: 'solana' | 'bip122'
  /** As it is stored. */
  address: string
  /** The only chain on which it is theirs; null for a key, which controls its address on every chain. */
  chainId: number | null
  linkedAt: number
  /** Vaults count only in rules with `delegations`. */
  vault: boolean
  /** Of a vault: the person's wallets on this chain. It counts where it delegates to one of them. */
  delegates?: readonly string[]
}

/** Whom a rule decides about: a person, or a wallet without an account. */
export type Subject = {
  personId: string | null
  role: Role | null
  /** Groups without a rule, to which an admin added the person. */
  groupIds: readonly string[]
  holders: readonly Holder[]
}

export function toHolder(account: Account, linkedAt: number): Holder {
  const { namespace, address } = account
  const holder = { address, chainId: contractChainOf(account), linkedAt, vault: false }
  return namespace === 'eip155' ? holder : { family: namespace, ...holder }
}
