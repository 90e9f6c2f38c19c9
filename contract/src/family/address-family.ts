import { families, type Namespace } from './family.ts'

/** A Bitcoin address in base58 has at most 35 characters; a Solana address that short is too unlikely to exist. */
const BASE58_BITCOIN = /^[13][1-9A-HJ-NP-Za-km-z]{24,34}$/
const BECH32_BITCOIN = /^(?:bc1[0-9a-z]{6,87}|BC1[0-9A-Z]{6,87})$/

/** The family that an address has the form of; undefined for any other text. Checksums are not verified. */
export function recognizeAddress(text: string): Namespace | undefined {
  if (families.eip155.address.test(text)) return 'eip155'
  if (BASE58_BITCOIN.test(text) || BECH32_BITCOIN.test(text)) return 'bip122'
  return families.solana.address.test(text) ? 'solana' : undefined
}

/** The family of an address that was verified before. */
export function familyOfAddress(address: string): Namespace {
  return recognizeAddress(address) ?? 'eip155'
}
