/** The primary ENS name of an address, if it resolves back to it. */

import { RPC_GAS } from '@countersign/contract/limits.ts'
import type { Chains } from './chains.ts'
import { addressFrom, CALLS, nodeOf, textFrom } from './ens-wire.ts'

/** ENS is on Ethereum, whatever chain an account is used on. */
export const NAME_CHAIN = 1

const GAS = `0x${RPC_GAS.toString(16)}`
const REGISTRY = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'

/** Null without a name, if it does not resolve back, is not normalized (ENSIP-15), or is off-chain (CCIP-Read). */
export async function findPrimaryName(chains: Chains, address: string): Promise<string | null> {
  const lower = address.toLowerCase()
  const claimed = await read(chains, nodeOf(`${lower.slice(2)}.addr.reverse`), 'name')
  const name = textFrom(claimed)
  if (name === undefined || !(await isNormal(name))) return null
  const owner = addressFrom(await read(chains, nodeOf(name), 'addr'))
  return owner === lower ? name : null
}

/** Undefined without a resolver or after a revert. */
async function read(chains: Chains, node: string, what: 'name' | 'addr'): Promise<unknown> {
  const resolver = addressFrom(await call(chains, REGISTRY, CALLS.resolver + node))
  return resolver === undefined ? undefined : call(chains, resolver, CALLS[what] + node)
}

async function call(chains: Chains, to: string, data: string): Promise<unknown> {
  const outcome = await chains.ask(NAME_CHAIN, { method: 'eth_call', params: [{ to, data, gas: GAS }, 'latest'] })
  return outcome.kind === 'result' ? outcome.value : undefined
}

async function isNormal(name: string): Promise<boolean> {
  // Imported on demand: its tables are large, and most accounts have no name.
  const { normalize } = await import('viem/ens')
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}
