import { ENS_NAME_MAX_BYTES, RPC_GAS } from '@countersign/contract/limits.ts'
import { keccak256 } from '../../platform/crypto/hash.ts'
import type { Chains } from './chains.ts'
import { normalizeName } from './normalize-name.ts'

/** ENS is on Ethereum mainnet. */
export const NAME_CHAIN = 1

const GAS = `0x${RPC_GAS.toString(16)}`
export const REGISTRY = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'

/** Null without a name, if it does not resolve back, is not normalized (ENSIP-15), or is off-chain (CCIP-Read). */
export async function findPrimaryName(chains: Chains, address: string): Promise<string | null> {
  const lower = address.toLowerCase()
  const name = textFrom(await read(chains, namehash(`${lower.slice(2)}.addr.reverse`), 'name'))
  if (name === undefined || (await normalizeName(name)) !== name) return null
  const owner = addressFrom(await read(chains, namehash(name), 'addr'))
  return owner === lower ? name : null
}

async function read(chains: Chains, node: string, what: 'name' | 'addr'): Promise<unknown> {
  const resolver = addressFrom(await call(chains, REGISTRY, SELECTORS.resolver + node))
  return resolver === undefined ? undefined : call(chains, resolver, SELECTORS[what] + node)
}

async function call(chains: Chains, to: string, data: string): Promise<unknown> {
  const outcome = await chains.call(NAME_CHAIN, { method: 'eth_call', params: [{ to, data, gas: GAS }, 'latest'] })
  return outcome.kind === 'result' ? outcome.value : undefined
}

/** `resolver(bytes32)`, `name(bytes32)` and `addr(bytes32)`. */
export const SELECTORS = { resolver: '0x0178b8bf', name: '0x691f3431', addr: '0x3b3b57de' }

export function namehash(name: string): string {
  let node: Uint8Array = new Uint8Array(32)
  for (const label of name.split('.').reverse()) node = keccak256(Buffer.concat([node, keccak256(label)]))
  return Buffer.from(node).toString('hex')
}

export function addressFrom(answer: unknown): string | undefined {
  if (typeof answer !== 'string' || !/^0x0{24}[0-9a-fA-F]{40}$/.test(answer)) return undefined
  const address = `0x${answer.slice(26).toLowerCase()}`
  return BigInt(address) === 0n ? undefined : address
}

function textFrom(answer: unknown): string | undefined {
  const longest = 2 + 2 * (64 + Math.ceil(ENS_NAME_MAX_BYTES / 32) * 32)
  if (typeof answer !== 'string' || answer.length > longest || !/^0x(?:[0-9a-fA-F]{64}){3,}$/.test(answer))
    return undefined
  const bytes = Buffer.from(answer.slice(2), 'hex')
  const [offset, length] = [wordAt(bytes, 0), wordAt(bytes, 32)]
  if (offset !== 32n || length === 0n || length > BigInt(ENS_NAME_MAX_BYTES)) return undefined
  const end = 64 + Number(length)
  if (end > bytes.length) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(64, end))
  } catch {
    return undefined
  }
}

function wordAt(bytes: Buffer, at: number): bigint {
  return BigInt(`0x${bytes.subarray(at, at + 32).toString('hex')}`)
}
