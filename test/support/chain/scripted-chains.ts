import { checksumAddress } from '../../../server/src/platform/crypto/address.ts'
/** Chains with scripted contracts. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import type { Chains } from '../../../server/src/networks/rpc/chains.ts'
import type { RpcCall, RpcOutcome } from '../../../server/src/networks/rpc/rpc.ts'
import { newAccount } from '../server/http-browser.ts'

export const MAGIC = '0x1626ba7e'
export const YES: RpcOutcome = { kind: 'result', value: MAGIC.padEnd(66, '0') }
export const NO: RpcOutcome = { kind: 'result', value: '0xffffffff'.padEnd(66, '0') }

/** The result of a call to a contract. */
export type Contract = (data: string) => RpcOutcome

export type ScriptedChains = Chains & {
  /** By chain and address: `10:0x…`. */
  contracts: Map<string, Contract>
  /** The result of a deployless call. */
  deployless: Contract
  known: Set<number>
  /** Every RPC call, in order. */
  calls: { chainId: number; call: RpcCall }[]
  /** False makes every call fail. */
  up: boolean
  /** Runs before every answer. */
  before: () => Promise<void>
}

export function createScriptedChains(...known: number[]): ScriptedChains {
  async function respond(chainId: number, call: RpcCall): Promise<RpcOutcome> {
    if (!chains.known.has(chainId)) throw new AppError('network_not_configured')
    chains.calls.push({ chainId, call })
    await chains.before()
    if (!chains.up) throw new AppError('rpc_unavailable')
    if (call.method === 'eth_getCode')
      return { kind: 'result', value: chains.contracts.has(`${chainId}:${String(call.params[0])}`) ? '0x6001' : '0x' }
    const { to, data } = call.params[0] as { to?: string; data: string } // our own server wrote it
    if (to === undefined) return chains.deployless(data)
    return chains.contracts.get(`${chainId}:${to}`)?.(data) ?? { kind: 'result', value: '0x' }
  }
  const chains: ScriptedChains = {
    contracts: new Map(),
    deployless: () => ({ kind: 'reverted' }),
    known: new Set(known),
    calls: [],
    up: true,
    before: async () => undefined,
    has: async (chainId) => chains.known.has(chainId),
    isReachable: async (chainId) => chains.known.has(chainId) && chains.up,
    call: respond,
    callWithQuorum: respond,
    endpointsOf: async (chainId) => (chains.known.has(chainId) ? [{ chainId, url: 'http://127.0.0.1' }] : undefined),
    callEndpoint: ({ chainId }, call) => respond(chainId, call),
    checkDeadline: () => new AbortController().signal,
    get requestCount() {
      return chains.calls.length
    },
  }
  return chains
}

/** An address without a known key. */
export function newContractAddress(): string {
  return newAccount().address.toLowerCase()
}

type Signed = { address: string; chainId?: number; signature: string | ((message: string) => Promise<string>) }

/** A proof with the signature of a contract wallet. */
export async function proveAsContract(
  challenge: Challenge,
  { address, chainId = 10, signature }: Signed,
): Promise<Proof> {
  const spelled = checksumAddress(address.toLowerCase())
  const message = writeMessage(messageFor(challenge, { namespace: 'eip155', chain: String(chainId), address: spelled }))
  return {
    namespace: 'eip155',
    challenge: challenge.token,
    account: `eip155:${chainId}:${spelled}`,
    message,
    signature: typeof signature === 'string' ? signature : await signature(message),
  }
}
