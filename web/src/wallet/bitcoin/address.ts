import { ignoreErrors, readMember } from '../untrusted.ts'
import { KnownProblemError } from '../wallet-error.ts'

export type AddressType = 'p2wpkh' | 'p2tr' | 'p2pkh' | 'p2sh'

const BASE58 = '[1-9A-HJ-NP-Za-km-z]'
const BECH32 = '[02-9ac-hj-np-z]'

/** In the order in which they are offered: BIP-322 wallets sign for the first two. */
const types: [AddressType, RegExp][] = [
  ['p2wpkh', RegExp(`^bc1q${BECH32}{38}$`)],
  ['p2tr', RegExp(`^bc1p${BECH32}{58}$`)],
  ['p2pkh', RegExp(`^1${BASE58}{25,33}$`)],
  ['p2sh', RegExp(`^3${BASE58}{25,34}$`)],
]

const TEST_NETWORK = RegExp(`^(?:(?:tb|bcrt|sb)1|[mn2]${BASE58}{25,34}$)`, 'i')

/** The checksum is checked with the signature. Undefined for script types that nothing here can verify. */
export function addressTypeOf(address: string): AddressType | undefined {
  return types.find(([, pattern]) => pattern.test(address))?.[0]
}

/** The main network's addresses in what a wallet answered. Fails if it shared only others. */
export function toAddresses(values: unknown): string[] {
  const texts = Array.isArray(values) ? values.slice(0, MAX_ADDRESSES).flatMap(toBitcoinAddress) : []
  const addresses = types.flatMap(([type]) => texts.filter((text) => addressTypeOf(text) === type))
  if (addresses.length === 0 && texts.length > 0) {
    const isTest = texts.some((text) => TEST_NETWORK.test(text))
    throw unsupported(isTest ? 'network_unsupported' : 'address_unsupported')
  }
  return [...new Set(addresses)]
}

type UnsupportedCode = 'network_unsupported' | 'address_unsupported' | 'signature_unsupported'

export function unsupported(code: UnsupportedCode): KnownProblemError {
  return new KnownProblemError({ code, remedy: 'other_wallet' }, code)
}

/** As in `toAddresses`, for events, which cannot fail: an account that cannot sign in is no account. */
export function toAddressesOrNone(values: unknown): string[] {
  return ignoreErrors(() => toAddresses(values)) ?? []
}

export function toAddress(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : readMember(value, 'address')
  if (typeof text !== 'string') return undefined
  // Bech32 has one case; a mixed one stays as it is and is refused.
  return /^BC1[A-Z0-9]+$/.test(text) ? text.toLowerCase() : text
}

const MAX_ADDRESSES = 100

/** Wallets answer with addresses, or with objects that hold one, also those of other chains. */
function toBitcoinAddress(value: unknown): string[] {
  const address = toAddress(value)
  const isOther = OTHER_CHAINS.includes(readMember(value, 'purpose')) || readMember(value, 'symbol') === 'STX'
  if (address === undefined || isOther) return []
  const chains = readMember(value, 'chains')
  const listed: unknown[] = Array.isArray(chains) ? chains : []
  return listed.length > 0 && !listed.some((chain) => /^(?:bitcoin|bip122):/.test(String(chain))) ? [] : [address]
}

const OTHER_CHAINS: unknown[] = ['stacks', 'starknet', 'spark']
