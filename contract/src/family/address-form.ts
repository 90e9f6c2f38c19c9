import type { Namespace } from './family.ts'

/** The longest base58 form of the 25 bytes of a Bitcoin address. Solana's 32 bytes are longer, unless they begin with zeros. */
const BITCOIN_BASE58_MAX = 35

/** The chain family that an address without a chain belongs to, by its form alone. Undefined for other text. */
export function namespaceOfAddress(address: string): Namespace | undefined {
  if (/^0x[0-9a-fA-F]{40}$/.test(address)) return 'eip155'
  if (/^(?:bc1[a-z0-9]{11,87}|BC1[A-Z0-9]{11,87})$/.test(address)) return 'bip122'
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,44}$/.test(address)) return undefined
  if (/^[13]/.test(address) && address.length <= BITCOIN_BASE58_MAX && !/^1{8}/.test(address)) return 'bip122'
  return address.length >= 32 ? 'solana' : undefined
}
