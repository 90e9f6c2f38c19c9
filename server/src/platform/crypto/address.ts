import type { Namespace } from '@countersign/contract/family/family.ts'
import { keccak256 } from './hash.ts'

/** A stored address as people read it: EIP-55 for Ethereum. Addresses of other chains are stored as they are read. */
export function formatAddress(stored: string): string {
  return stored.startsWith('0x') ? checksumAddress(stored) : stored
}

/** Hex and bech32 in lower case; the case of base58 is part of the address, and Solana's may begin with bc1 too. */
export function storedAddress(namespace: Namespace, written: string): string {
  const isBech32 = namespace === 'bip122' && /^bc1/i.test(written)
  return namespace === 'eip155' || isBech32 ? written.toLowerCase() : written
}

export function checksumAddress(lower: string): string {
  const hash = keccak256(lower.slice(2))
  const written = Buffer.from(lower, 'latin1')
  for (let index = 2; index < written.length; index++) {
    const code = written[index] ?? 0
    if (code >= LOWER_A && nibbleAt(hash, index - 2) >= 8) written[index] = code - CASE
  }
  return written.toString('latin1')
}

const LOWER_A = 'a'.charCodeAt(0)
const CASE = LOWER_A - 'A'.charCodeAt(0)

function nibbleAt(bytes: Uint8Array, index: number): number {
  return ((bytes[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15
}

/** Whether it is written as `checksumAddress` writes it. */
export function isChecksummed(address: string): boolean {
  return address.startsWith('0x') && address === checksumAddress(address.toLowerCase())
}

/** EIP-55: an address in one case has no checksum. */
export function hasWrongChecksum(address: string): boolean {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return false
  return !isChecksummed(address)
}

const RESERVED_START = `0x${'0'.repeat(36)}`

/** The zero address and the range of precompiled contracts have no keys. */
export function isReservedAddress(lower: string): boolean {
  return lower.startsWith(RESERVED_START)
}

export function addressOfKey(uncompressed: Uint8Array): string {
  return `0x${Buffer.from(keccak256(uncompressed.subarray(1)).subarray(12)).toString('hex')}`
}
