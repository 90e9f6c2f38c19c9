import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { checksumAddress, isHexAddress } from './checksum-address.ts'

export type AddressProblem = 'malformed' | 'checksum'

/** An address in lower case. One in mixed case has to have the right checksum (EIP-55). */
export function parseAddress(text: string): { address: string } | { problem: AddressProblem } {
  const typed = text.trim()
  if (!isHexAddress(typed)) return { problem: 'malformed' }
  const digits = typed.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (isMixed && checksumAddress(typed) !== typed) return { problem: 'checksum' }
  return { address: typed.toLowerCase() }
}

/** Keccak-256 of a text, as contracts compute the identifiers of roles. */
export function hashText(text: string): string {
  return `0x${bytesToHex(keccak_256(new TextEncoder().encode(text)))}`
}
