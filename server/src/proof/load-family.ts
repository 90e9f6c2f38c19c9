/** The chain families whose wallets can sign in. Only Ethereum is loaded at the start. */

import type { Namespace } from '@countersign/contract/family/family.ts'
import type { Awaitable } from '../platform/store/database.ts'
import { evm } from './evm/family.ts'
import type { Family } from './family.ts'

const loaders: Record<Namespace, () => Promise<Family>> = {
  eip155: async () => evm,
  solana: async () => (await import('./solana/family.ts')).solana,
  bip122: async () => (await import('./bitcoin/family.ts')).bitcoin,
}

const loaded: Partial<Record<Namespace, Family>> = { eip155: evm }

export function loadFamily(namespace: Namespace): Awaitable<Family> {
  return loaded[namespace] ?? load(namespace)
}

async function load(namespace: Namespace): Promise<Family> {
  const family = await loaders[namespace]()
  loaded[namespace] = family
  return family
}
