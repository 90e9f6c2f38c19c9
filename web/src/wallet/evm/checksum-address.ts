import { keccak_256 } from '@noble/hashes/sha3.js'
import { InvalidAddressError } from '../wallet-error.ts'

/** Without its checksum, which wallets omit. */
export function isHexAddress(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text)
}

/** In EIP-55 form: a letter is a capital if the hash of the address has a digit of 8 or more in its place. */
export function checksumAddress(address: string): string {
  if (!isHexAddress(address)) throw new InvalidAddressError()
  const digits = address.slice(2).toLowerCase()
  const hash = keccak_256(new TextEncoder().encode(digits))
  const hashDigit = (index: number) => ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 0xf
  return `0x${Array.from(digits, (digit, index) => (hashDigit(index) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}
