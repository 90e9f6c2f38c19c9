/**
 * ENS through its Universal Resolver, which knows the registries of ENSv1 and ENSv2. Interface and errors:
 * `IUniversalResolver.sol` of ensdomains/ens-contracts.
 */

import { ENS_NAME_MAX_BYTES, RPC_GAS } from '@countersign/contract/limits.ts'
import { keccak256 } from '../../platform/crypto/hash.ts'
import type { Chains } from './chains.ts'
import { normalizeName } from './normalize-name.ts'

/** ENS is on Ethereum mainnet. */
export const NAME_CHAIN = 1

/** A proxy that the ENS DAO upgrades (docs.ens.domains/learn/deployments). */
export const UNIVERSAL_RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

const GAS = `0x${RPC_GAS.toString(16)}`
/** `reverse(bytes,uint256)`, `resolve(bytes,bytes)` and `addr(bytes32)`. */
const [REVERSE, RESOLVE, ADDR] = ['0x5d78a217', '0x9061b923', '3b3b57de']
/** The coin type of Ethereum (ENSIP-9). */
const ETHER = 60

/** Null without a name, if it does not resolve back, is not normalized (ENSIP-15), or is off-chain (CCIP-Read). */
export async function findPrimaryName(chains: Chains, address: string): Promise<string | null> {
  const lower = address.toLowerCase()
  const name = decodePrimaryName(await call(chains, encodeReverse(lower)))
  if (!name || (await normalizeName(name)) !== name) return null
  return decodeResolvedAddress(await call(chains, encodeResolve(name))) === lower ? name : null
}

async function call(chains: Chains, data: string): Promise<unknown> {
  const params = [{ to: UNIVERSAL_RESOLVER, data, gas: GAS }, 'latest']
  const outcome = await chains.call(NAME_CHAIN, { method: 'eth_call', params })
  return outcome.kind === 'result' ? outcome.value : undefined
}

/** Asks for the primary name of an address. */
export function encodeReverse(address: string): string {
  return REVERSE + word(64) + word(ETHER) + bytesOf(Buffer.from(address.slice(2), 'hex'))
}

/** Asks for the address of a name without empty labels. */
export function encodeResolve(name: string): string {
  const encoded = bytesOf(encodeDnsName(name))
  return (
    RESOLVE + word(64) + word(64 + encoded.length / 2) + encoded + bytesOf(Buffer.from(ADDR + namehash(name), 'hex'))
  )
}

function encodeDnsName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(label))
  return Buffer.concat([...labels.flatMap((label) => [Buffer.from([label.length]), label]), Buffer.alloc(1)])
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0')
}

function bytesOf(content: Buffer): string {
  return word(content.length) + content.toString('hex').padEnd(64 * wordsFor(content.length), '0')
}

const wordsFor = (bytes: number) => Math.ceil(bytes / 32)

/** Empty without a name. Undefined if the answer is not exactly a name and two addresses. */
export function decodePrimaryName(answer: unknown): string | undefined {
  const bytes = decodeBytes(answer, { head: 3, max: ENS_NAME_MAX_BYTES })
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Lower case; null for the zero address. Undefined if the answer is not exactly an address and its resolver. */
export function decodeResolvedAddress(answer: unknown): string | null | undefined {
  const bytes = decodeBytes(answer, { head: 2, max: 32 })
  if (bytes?.length !== 32 || bytes.subarray(0, 12).some((byte) => byte !== 0)) return undefined
  const address = bytes.toString('hex', 12)
  return BigInt(`0x${address}`) === 0n ? null : `0x${address}`
}

/** The bytes of an answer whose head of so many words begins with their offset. */
function decodeBytes(answer: unknown, { head, max }: { head: number; max: number }): Buffer | undefined {
  const longest = 2 + 64 * (head + 1 + wordsFor(max))
  if (typeof answer !== 'string' || answer.length > longest || !/^0x(?:[0-9a-fA-F]{64})+$/.test(answer))
    return undefined
  const bytes = Buffer.from(answer.slice(2), 'hex')
  const start = 32 * (head + 1)
  if (bytes.length < start || numberAt(bytes, 0) !== BigInt(32 * head)) return undefined
  const length = numberAt(bytes, 32 * head)
  if (length > BigInt(max) || bytes.length !== start + 32 * wordsFor(Number(length))) return undefined
  return bytes.subarray(start, start + Number(length))
}

function numberAt(bytes: Buffer, at: number): bigint {
  return BigInt(`0x${bytes.toString('hex', at, at + 32)}`)
}

/**
 * Errors of the Universal Resolver that say that there is no name, or none with an address: ResolverNotFound,
 * ResolverNotContract, UnsupportedResolverProfile and ReverseAddressMismatch. Others say nothing: ResolverError,
 * HttpError, and OffchainLookup, which is not followed.
 */
const NO_NAME: ReadonlySet<string | undefined> = new Set(['0x77209fe8', '0x1e9535f2', '0x7b1c461b', '0xef9c03ce'])

export function meansNoName(errorSelector: string | undefined): boolean {
  return NO_NAME.has(errorSelector)
}

export function namehash(name: string): string {
  let node: Uint8Array = new Uint8Array(32)
  for (const label of name.split('.').reverse()) node = keccak256(Buffer.concat([node, keccak256(label)]))
  return Buffer.from(node).toString('hex')
}
