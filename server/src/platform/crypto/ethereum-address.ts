import { keccak256 } from './keccak.ts'

export function checksumAddress(lower: string): string {
  const digits = lower.slice(2)
  const upper = digits.toUpperCase()
  const hash = keccak256(digits)
  let checksummed = '0x'
  for (let index = 0; index < digits.length; index++) {
    const nibble = ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15
    checksummed += (nibble >= 8 ? upper : digits)[index]
  }
  return checksummed
}

/** EIP-55: an address in one case has no checksum. */
export function hasWrongChecksum(address: string): boolean {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return false
  return checksumAddress(address.toLowerCase()) !== address
}

/** The zero address and the range of precompiled contracts have no keys. */
export function isReservedAddress(lower: string): boolean {
  return BigInt(lower) < 0x10000n
}

export function addressOfKey(uncompressed: Uint8Array): string {
  return `0x${Buffer.from(keccak256(uncompressed.subarray(1)).subarray(12)).toString('hex')}`
}
