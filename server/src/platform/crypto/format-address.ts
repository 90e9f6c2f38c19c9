import { checksumAddress } from './ethereum-address.ts'

/** A stored address as people read it: EIP-55 for Ethereum. Addresses of other chains are stored as they are read. */
export function formatAddress(stored: string): string {
  return stored.startsWith('0x') ? checksumAddress(stored) : stored
}

/** Hex and bech32 in lower case; the case of base58 is part of the address. */
export function storedAddress(written: string): string {
  return /^(?:0x|bc1)/i.test(written) ? written.toLowerCase() : written
}
