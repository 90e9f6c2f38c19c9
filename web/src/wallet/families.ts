/** What the page knows of each chain family in the first load: a new family is a folder and a row here. */

import { BITCOIN_MAINNET, type Namespace, namespaces, SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import { signatureKind } from '@countersign/contract/proof.ts'
import type { Discover } from './discovery/discover.ts'
import { discoverEvm } from './evm/discovery.ts'
import { discoverLazily } from './wallet-standard/listener.ts'

type Family = {
  /** The chain of a wallet that does not name its own. */
  mainnet: string
  /** The form of what a wallet returned; without it, the driver has already read and encoded the signature. */
  isSignature?(text: string): boolean
  discover?: Discover
}

export const families: Record<Namespace, Family> = {
  eip155: {
    mainnet: '1',
    isSignature: (text) => signatureKind(text) !== undefined,
    discover: discoverEvm,
  },

  solana: {
    mainnet: SOLANA_MAINNET,
    discover: discoverLazily({
      namespace: 'solana',
      prefix: 'solana:',
      load: () => import('./solana/driver.ts'),
    }),
  },

  bip122: {
    mainnet: BITCOIN_MAINNET,
    discover: discoverLazily({
      namespace: 'bip122',
      prefix: 'bitcoin:',
      globals: ['btc_providers', 'unisat'],
      load: () => import('./bitcoin/bitcoin.ts'),
    }),
  },
}

/** The enabled families, and that of the session's wallet: it can still confirm actions after its family was turned off. */
export function usableNamespaces({ public: { namespaces: enabled }, session }: Usable): Namespace[] {
  const own = session?.session.wallet.account ?? ''
  return namespaces.filter((namespace) => enabled.includes(namespace) || own.startsWith(`${namespace}:`))
}

type Usable = {
  public: { namespaces: readonly Namespace[] }
  session: { session: { wallet: { account: string } } } | null
}

/** In the order of the table, which is that of the families in a row of the list. */
export function discoveriesOf(enabled: readonly Namespace[]): Discover[] {
  return namespaces.flatMap((namespace) => (enabled.includes(namespace) && families[namespace].discover) || [])
}
