/** A scripted Universal Resolver of ENS. */

import { RPC_GAS } from '@countersign/contract/limits.ts'
import {
  type Address,
  bytesToHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  namehash,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { packetToBytes } from 'viem/ens'
import type { Chains } from '../../../server/src/networks/rpc/chains.ts'
import type { RpcOutcome } from '../../../server/src/networks/rpc/rpc.ts'

const UNIVERSAL_RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
export const RESOLVER = '0x231b0ee14048e9dccd1d247744d114a4eb5e8e63'

export type EnsScript = {
  /** The answer to each call; see `callFor`. Others revert. */
  answers: Map<string, RpcOutcome | Error>
  chains: number[]
  calls: string[]
}

export function createEnsScript(): EnsScript & { chainsObject: Chains } {
  const script: EnsScript = { answers: new Map(), chains: [1], calls: [] }
  const chainsObject: Chains = {
    has: async (chainId) => script.chains.includes(chainId),
    isReachable: async (chainId) => script.chains.includes(chainId),
    async call(chainId, { method, params }) {
      const [{ to, data, gas }, block] = params as [{ to: string; data: string; gas?: string }, string] // what our own code sends
      if (chainId !== 1 || method !== 'eth_call' || block !== 'latest') throw new Error('asked for something else')
      // A resolver is anybody's contract.
      if (Number(gas) !== RPC_GAS) throw new Error('asked without a bound on gas')
      const key = `${to} ${data}`
      script.calls.push(key)
      const answer = script.answers.get(key) ?? { kind: 'reverted' }
      if (answer instanceof Error) throw answer
      return answer
    },
    checkDeadline: () => new AbortController().signal,
    callWithQuorum: () => Promise.reject(new Error('names need no agreement')),
    endpointsOf: () => Promise.reject(new Error('names need no endpoints')),
    callEndpoint: () => Promise.reject(new Error('names need no endpoints')),
    get requestCount() {
      return script.calls.length
    },
  }
  return { ...script, chainsObject }
}

/** Sets the primary name of the address to `name`, and the address of the name to `owner`. */
export function setPrimaryName({ answers }: EnsScript, address: string, name: string, owner = address): void {
  answers.set(callFor('reverse', address), result(primaryNameAnswer(name)))
  answers.set(callFor('resolve', name), result(addressAnswer(owner)))
}

const ABI = parseAbi([
  'function reverse(bytes,uint256) view returns (string,address,address)',
  'function resolve(bytes,bytes) view returns (bytes,address)',
  'function addr(bytes32) view returns (address)',
])

/** The recipient and the data of a call: `reverse` of an address, or `resolve` of a name to its address. */
export function callFor(functionName: 'reverse' | 'resolve', subject: string): string {
  return `${UNIVERSAL_RESOLVER} ${functionName === 'reverse' ? reverseCall(subject) : resolveCall(subject)}`
}

function reverseCall(address: string): Hex {
  const args = [address.toLowerCase() as Hex, 60n] as const // an address is hex
  return encodeFunctionData({ abi: ABI, functionName: 'reverse', args })
}

function resolveCall(name: string): Hex {
  const record = encodeFunctionData({ abi: ABI, functionName: 'addr', args: [namehash(name)] })
  return encodeFunctionData({ abi: ABI, functionName: 'resolve', args: [bytesToHex(packetToBytes(name)), record] })
}

export function primaryNameAnswer(name: string): Hex {
  return encodeAbiParameters(parseAbiParameters('string, address, address'), [name, RESOLVER, RESOLVER])
}

export function addressAnswer(address: string): Hex {
  const record = encodeAbiParameters(parseAbiParameters('address'), [address.toLowerCase() as Address]) // hex, see above
  return encodeAbiParameters(parseAbiParameters('bytes, address'), [record, RESOLVER])
}

export const result = (value: unknown): RpcOutcome => ({ kind: 'result', value })
