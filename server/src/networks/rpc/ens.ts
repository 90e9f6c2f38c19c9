/** The primary ENS name of an address: what it says of itself, believed only when the name says the same. */

import { RPC_GAS } from '@countersign/contract/limits.ts'
import type { Chains } from './chains.ts'
import { addressFrom, CALLS, nodeOf, textFrom } from './ens-wire.ts'

/** Names live there, whatever chain an account is used on. */
export const NAME_CHAIN = 1

const GAS = `0x${RPC_GAS.toString(16)}`
const REGISTRY = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'

/**
 * Null when there is none, when it is not proven both ways, or when it is not written as ENSIP-15 asks: such a name
 * could be read as another. Names kept off the chain (CCIP-Read) answer with a revert and are none.
 */
export async function findPrimaryName(chains: Chains, address: string): Promise<string | null> {
  const lower = address.toLowerCase()
  const claimed = await read(chains, nodeOf(`${lower.slice(2)}.addr.reverse`), 'name')
  const name = textFrom(claimed)
  if (name === undefined || !(await isNormal(name))) return null
  const owner = addressFrom(await read(chains, nodeOf(name), 'addr'))
  return owner === lower ? name : null
}

/** What the resolver of a node answers; undefined when it has none or refuses. */
async function read(chains: Chains, node: string, what: 'name' | 'addr'): Promise<unknown> {
  const resolver = addressFrom(await call(chains, REGISTRY, CALLS.resolver + node))
  return resolver === undefined ? undefined : call(chains, resolver, CALLS[what] + node)
}

async function call(chains: Chains, to: string, data: string): Promise<unknown> {
  const outcome = await chains.ask(NAME_CHAIN, { method: 'eth_call', params: [{ to, data, gas: GAS }, 'latest'] })
  return outcome.kind === 'result' ? outcome.value : undefined
}

async function isNormal(name: string): Promise<boolean> {
  // Its tables are large, and most accounts have no name.
  const { normalize } = await import('viem/ens')
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}
