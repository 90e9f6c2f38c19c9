/** Chain families by their CAIP-2 namespace, and what differs in the text that their wallets sign. */

export const namespaces = ['eip155', 'solana', 'bip122'] as const
export type Namespace = (typeof namespaces)[number]

/** The genesis hashes that name the main networks in CAIP-2. */
export const SOLANA_MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const BITCOIN_MAINNET = '000000000019d6689c085ae165831e93'

/** As in CAIP-2; `chain` is the reference. */
export type Chain = { namespace: Namespace; chain: string }

type Family = {
  /** As in "sign in with your Ethereum account". */
  name: string
  /** The chain of a key's identity: `0` if it is the same on every chain, else the only chain that can be used. */
  keyChain: string
  /** The characters of an address; whether it is valid is checked with the signature. */
  address: RegExp
  /** The text after "Chain ID: ". */
  chainId: RegExp
  /** How wallets name the only chain there, ours first. */
  chainNames?: readonly [string, ...string[]]
}

export const families: Record<Namespace, Family> = {
  eip155: { name: 'Ethereum', keyChain: '0', address: /^0x[0-9a-fA-F]{40}$/, chainId: /^[1-9][0-9]{0,15}$/ },
  solana: {
    name: 'Solana',
    keyChain: SOLANA_MAINNET,
    address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    chainId: /^[a-z:]{1,20}$/,
    chainNames: ['mainnet', 'solana:mainnet'],
  },
  bip122: {
    name: 'Bitcoin',
    keyChain: BITCOIN_MAINNET,
    address: /^[a-zA-Z0-9]{14,90}$/,
    chainId: /^[a-z]{1,20}$/,
    chainNames: ['mainnet'],
  },
}

/** Other chains of Solana and Bitcoin are refused before a message is built. */
export function chainIdOf({ namespace, chain }: Chain): string {
  return families[namespace].chainNames?.[0] ?? chain
}

/** The CAIP-2 reference; undefined for a network that cannot be used. */
export function chainOf(namespace: Namespace, chainId: string): string | undefined {
  const { chainNames, keyChain } = families[namespace]
  if (!chainNames) return chainId
  return chainNames.includes(chainId) ? keyChain : undefined
}
