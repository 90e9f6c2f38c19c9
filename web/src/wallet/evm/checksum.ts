import { isAddress, keccak256, stringToBytes } from 'viem'

export type AddressProblem = 'malformed' | 'checksum'

/** An address in lower case. One in mixed case has to have the right checksum (EIP-55). */
export function parseAddress(text: string): { address: string } | { problem: AddressProblem } {
  const typed = text.trim()
  if (!/^0x[0-9a-fA-F]{40}$/.test(typed)) return { problem: 'malformed' }
  const digits = typed.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (isMixed && !isAddress(typed, { strict: true })) return { problem: 'checksum' }
  return { address: typed.toLowerCase() }
}

/** Keccak-256 of a text, as contracts compute the identifiers of roles. */
export function hashText(text: string): string {
  return keccak256(stringToBytes(text))
}
