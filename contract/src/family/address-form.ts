import type { Namespace } from './family.ts'

/** The longest base58 form of the 25 bytes of a Bitcoin address. Solana's 32 bytes are longer, unless they begin with zeros. */
const BITCOIN_BASE58_MAX = 35
const BECH32 = /^(?:bc1|tb1|bcrt1)[a-z0-9]{11,84}$/

/** The chain family that an address without a chain belongs to, by its form alone. Undefined for other text. */
export function namespaceOfAddress(address: string): Namespace | undefined {
  if (/^0x[0-9a-fA-F]{40}$/.test(address)) return 'eip155'
  const isOneCase = address === address.toLowerCase() || address === address.toUpperCase()
  if (isOneCase && BECH32.test(address.toLowerCase())) return 'bip122'
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,44}$/.test(address)) return undefined
  if (address.length > BITCOIN_BASE58_MAX) return 'solana'
  return /^1{8}/.test(address) && address.length >= 32 ? 'solana' : 'bip122'
}
