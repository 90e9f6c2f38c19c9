import { type Config, createConfig } from '@wagmi/core'

/**
 * wagmi without its sweep, its discovery and its storage: `connect` and `reconnect` are called by us alone.
 * Its EIP-6963 discovery leaves out a second wallet with the same reverse domain name, loses those that announce
 * themselves before storage is read, and takes names unchecked; `discovery.ts` does that part. Its storage keeps
 * addresses and brings back stale connections; `recent.ts` keeps which wallet was used and nothing else.
 */
export function createWalletConfig(): Config {
  return createConfig({
    ssr: false,
    multiInjectedProviderDiscovery: false,
    connectors: [],
    chains: [ETHEREUM],
    transports: { [ETHEREUM.id]: noNode },
    storage: null,
  })
}

/** Forgets every connection: `connecting` is then only ever a click, and a failed `connect` finds no stale wallet. */
export function clearConnections(config: Config): void {
  config.setState((state) => ({ ...state, current: null, connections: new Map(), status: 'disconnected' }))
}

// Signing in asks no node, so the chain is only a name for the wallet's number.
const ETHEREUM = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
} as const

function noNode(): never {
  throw new Error('Signing in never asks a node.')
}
