/** A scripted ENS registry and resolver. */

import { RPC_GAS } from '@countersign/contract/limits.ts'
import { encodeAbiParameters, namehash, parseAbiParameters } from 'viem'
import type { Chains } from '../../../server/src/networks/rpc/chains.ts'
import type { RpcOutcome } from '../../../server/src/networks/rpc/rpc.ts'

const REGISTRY = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'
export const RESOLVER = '0x231b0ee14048e9dccd1d247744d114a4eb5e8e63'

export type EnsScript = {
  /** The answer to each call, by `resolver`, `name` or `addr` and the name. */
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
      const answer = script.answers.get(key) ?? { kind: 'result', value: `0x${'0'.repeat(64)}` }
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

/** Sets the reverse record of the address to `name`, and the address of the name to `owner`. */
export function setPrimaryName({ answers }: EnsScript, address: string, name: string, owner = address): void {
  const reverse = reverseOf(address)
  answers.set(callFor('resolver', reverse), result(word(RESOLVER)))
  answers.set(callFor('name', reverse), result(encodeAbiParameters(parseAbiParameters('string'), [name])))
  answers.set(callFor('resolver', name), result(word(RESOLVER)))
  answers.set(callFor('addr', name), result(word(owner)))
}

const SELECTORS = { resolver: '0x0178b8bf', name: '0x691f3431', addr: '0x3b3b57de' }

export function callFor(selector: keyof typeof SELECTORS, name: string): string {
  return `${selector === 'resolver' ? REGISTRY : RESOLVER} ${SELECTORS[selector]}${namehash(name).slice(2)}`
}

export const reverseOf = (address: string): string => `${address.slice(2).toLowerCase()}.addr.reverse`

export const result = (value: unknown): RpcOutcome => ({ kind: 'result', value })

export const word = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
