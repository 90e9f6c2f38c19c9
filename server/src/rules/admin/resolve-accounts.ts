import { RPC_PARALLEL } from '@countersign/contract/limits.ts'
import type { Context } from '../../context.ts'
import { decodeResolvedAddress, encodeResolve, NAME_CHAIN, UNIVERSAL_RESOLVER } from '../../networks/rpc/ens.ts'
import { rpcUnavailable } from '../../networks/rpc/failure.ts'
import type { ChainRead, ReadOutcome } from '../chain-read.ts'
import { openRules } from '../open-rules.ts'
import { type IdentifiedAccount, isUnowned } from './parse-account.ts'

export type ResolvedName =
  | IdentifiedAccount
  | { kind: 'problem'; code: 'unresolved_name' | 'network_missing' | 'reserved_address' }

/** In the order of the names, which are normalized. Throws `rpc_unavailable` if nothing is known about a name. */
export async function resolveNames(context: Context, names: readonly string[]): Promise<ResolvedName[]> {
  if (names.length === 0) return []
  if (!(await context.chains.has(NAME_CHAIN))) return names.map(() => problem('network_missing'))
  const outcomes = await readAll(
    context,
    names.map((name) => ({ to: UNIVERSAL_RESOLVER, data: encodeResolve(name) })),
  )
  const found = outcomes.map(
    (outcome) => (outcome.kind === 'value' && decodeResolvedAddress(outcome.data)) || undefined,
  )
  const kinds = await findContracts(context, new Set(found.filter((address) => address !== undefined)))
  return found.map((address) => {
    if (address === undefined) return problem('unresolved_name')
    if (isUnowned(address)) return problem('reserved_address')
    return { kind: 'account', namespace: 'eip155', address, chain: kinds.has(address) ? String(NAME_CHAIN) : '0' }
  })
}

type Call = { to: string; data: string }

async function readAll(context: Context, calls: readonly Call[]): Promise<ReadOutcome[]> {
  const reads = calls.map((call): ChainRead => ({ chainId: NAME_CHAIN, kind: 'call', ...call, blocksAgo: 0 }))
  const outcomes = reads.length === 0 ? [] : await openRules(context).readChain(reads)
  if (outcomes.length !== reads.length || outcomes.some(({ kind }) => kind === 'no_answer')) throw rpcUnavailable()
  return outcomes
}

/** Code of an account with a key that delegates to a contract (EIP-7702). */
const DELEGATED = /^0xef0100/

/** Addresses with code that have no key, so that they are contract wallets of this chain. */
async function findContracts(context: Context, addresses: ReadonlySet<string>): Promise<Set<string>> {
  const list = [...addresses]
  const outcomes = await readAll(
    context,
    list.map((to) => ({ to, data: '0x' })),
  )
  const withCode = list.filter((_, index) => outcomes[index]?.kind !== 'no_code')
  const contracts = new Set<string>()
  for (let start = 0; start < withCode.length; start += RPC_PARALLEL)
    await Promise.all(
      withCode.slice(start, start + RPC_PARALLEL).map(async (address) => {
        const answer = await context.chains.callWithQuorum(NAME_CHAIN, {
          method: 'eth_getCode',
          params: [address, 'latest'],
        })
        const code = answer.kind === 'result' ? answer.value : undefined
        if (typeof code !== 'string' || !/^0x[0-9a-fA-F]*$/.test(code)) throw rpcUnavailable()
        if (code !== '0x' && !DELEGATED.test(code.toLowerCase())) contracts.add(address)
      }),
    )
  return contracts
}

function problem(code: Extract<ResolvedName, { kind: 'problem' }>['code']): ResolvedName {
  return { kind: 'problem', code }
}
