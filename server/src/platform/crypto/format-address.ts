import type { Namespace } from '@countersign/contract/family/family.ts'
import { checksumAddress } from './ethereum-address.ts'

/** A stored address as people read it: EIP-55 for Ethereum. Addresses of other chains are stored as they are read. */
export function formatAddress(stored: string): string {
  return stored.startsWith('0x') ? checksumAddress(stored) : stored
}

/** Hex and bech32 in lower case; the case of base58 is part of the address, and Solana's may begin with bc1 too. */
export function storedAddress(namespace: Namespace, written: string): string {
  const isBech32 = namespace === 'bip122' && /^bc1/i.test(written)
  return namespace === 'eip155' || isBech32 ? written.toLowerCase() : written
}
