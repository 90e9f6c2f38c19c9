/** Contracts that a rule names must have code and answer as the rule expects, before the rule decides about anybody. */

import type { FieldProblem } from '@countersign/contract/error/errors.ts'
import { CALL_GAS } from '@countersign/contract/limits/rule-limits.ts'
import { RPC_PARALLEL } from '@countersign/contract/limits.ts'
import { type ChainCondition, isChainCondition, placeLeaves, type Rule } from '@countersign/contract/rule/rule.ts'
import type { ReasonProblem } from '@countersign/contract/schemas/rule/rule.ts'
import type { Context } from '../../../context.ts'
import { rpcUnavailable } from '../../../networks/rpc/failure.ts'
import { openRules } from '../../open-rules.ts'
import type { Subject } from '../../subject.ts'

type Placed = { path: string; condition: ChainCondition }

/** Throws `rpc_unavailable` if a contract could not be checked. Networks that are not configured are left out. */
export async function checkContracts(context: Context, rule: Rule): Promise<FieldProblem[]> {
  const placed: Placed[] = []
  for (const { path, condition } of placeLeaves(rule.condition))
    if (isChainCondition(condition) && (await context.chains.has(condition.chainId))) placed.push({ path, condition })
  if (placed.length === 0) return []
  const withoutCode = await findWithoutCode(context, placed)
  const paths = new Set(withoutCode.map(({ path }) => path.replace(/\/[^/]+$/, '')))
  const deployed = placed.filter(({ path }) => !paths.has(path))
  const failing = await findFailing(context, rule, deployed)
  return [...withoutCode, ...failing, ...(rule.seats ? await findNotEnumerable(context, deployed) : [])]
}

async function findWithoutCode({ chains }: Context, placed: readonly Placed[]): Promise<FieldProblem[]> {
  const contracts = placed.flatMap(({ path, condition }) => [
    ...('contract' in condition
      ? [{ path: `${path}/contract`, chainId: condition.chainId, address: condition.contract }]
      : []),
    ...('indexer' in condition
      ? [{ path: `${path}/indexer`, chainId: condition.chainId, address: condition.indexer }]
      : []),
  ])
  const problems: FieldProblem[] = []
  for (let start = 0; start < contracts.length; start += RPC_PARALLEL)
    await Promise.all(
      contracts.slice(start, start + RPC_PARALLEL).map(async ({ path, chainId, address }) => {
        const answer = await chains.call(chainId, { method: 'eth_getCode', params: [address, 'latest'] })
        const code = answer.kind === 'result' ? answer.value : undefined
        if (typeof code !== 'string' || !/^0x/.test(code)) throw rpcUnavailable()
        if (code === '0x') problems.push({ path, code: 'no_code' })
      }),
    )
  return problems
}

/** An address without an owner: a contract must answer for any address. */
const PROBE_ADDRESS = '0x1111111111111111111111111111111111111111'
const PROBE: Subject = {
  personId: null,
  role: null,
  groupIds: [],
  holders: [{ address: PROBE_ADDRESS, chainId: null, linkedAt: 0, vault: false }],
}

async function findFailing(context: Context, rule: Rule, placed: readonly Placed[]): Promise<FieldProblem[]> {
  if (placed.length === 0) return []
  const probed: Rule = { ...rule, wallets: 'together', linkedHours: 0, seats: false, heldBlocks: 0 }
  const [evaluation] = await openRules(context).evaluate(probed, [PROBE], {
    explain: true,
    signal: context.chains.checkDeadline(),
  })
  const problemOf = new Map(evaluation?.reasons.map(({ path, problem }) => [path, problem]))
  return placed.flatMap(({ path, condition }) => {
    const problem = problemOf.get(path) ?? null
    if (problem !== null && UNREACHABLE.includes(problem)) throw rpcUnavailable()
    const field = 'contract' in condition ? 'contract' : 'chainId'
    return problem === null ? [] : [{ path: `${path}/${field}`, code: problem }]
  })
}

const UNREACHABLE: readonly ReasonProblem[] = ['network_missing', 'network_unavailable', 'endpoints_disagree']

/** `supportsInterface(0x780e9d63)`: without ERC-721 Enumerable it is unknown which tokens a wallet holds. */
const SUPPORTS_ENUMERABLE = `0x01ffc9a7780e9d63${'0'.repeat(56)}`
const TRUE = `0x${'1'.padStart(64, '0')}`

async function findNotEnumerable({ chains }: Context, placed: readonly Placed[]): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = []
  for (const { path, condition } of placed) {
    if (condition.kind !== 'erc721_balance') continue
    const call = { to: condition.contract, data: SUPPORTS_ENUMERABLE, gas: `0x${CALL_GAS.toString(16)}` }
    const answer = await chains.call(condition.chainId, { method: 'eth_call', params: [call, 'latest'] })
    const isEnumerable = answer.kind === 'result' && answer.value === TRUE
    if (!isEnumerable) problems.push({ path: `${path}/contract`, code: 'not_enumerable' })
  }
  return problems
}
