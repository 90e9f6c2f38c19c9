/** Judges one condition that combines no others. */

import { type ChainCondition, isChainCondition } from '@countersign/contract/rule/rule.ts'
import type { ReasonProblem, RuleOutcome } from '@countersign/contract/schemas/rule/rule.ts'
import type { Holder, Subject } from '../subject.ts'
import type { MeasureResult } from './measure-result.ts'
import type { Bounds, PlannedLeaf } from './rule-plan.ts'

export type Facts = {
  now: number
  /**
   * The lists that the rule names. An entry is a stored address, which stands for a key wallet, or
   * `address@chainId`, which stands for a contract wallet on that chain: elsewhere the same address may be somebody
   * else's. A list that is missing makes the condition unknown.
   */
  lists: ReadonlyMap<string, ReadonlySet<string>>
  measure(condition: ChainCondition, holder: Holder, options: { blocksAgo: number; withTokens: boolean }): MeasureResult
}

export type LeafJudgement = {
  outcome: RuleOutcome
  /** Whether reads are missing, even if the outcome no longer depends on them. */
  pending: boolean
  problem: ReasonProblem | null
  found: bigint | null
  wallets: string[]
  block: number | null
  tokens: string[]
  /** Whether more tokens may count than could be read. */
  partial: boolean
}

const LOCAL = { pending: false, problem: null, found: null, wallets: [], block: null, tokens: [], partial: false }

/** Conditions that read no chain; undefined for others. */
export function judgeLocalLeaf(
  { condition }: PlannedLeaf,
  { subject, holders, facts }: { subject: Subject; holders: readonly Holder[]; facts: Facts },
): LeafJudgement | undefined {
  switch (condition.kind) {
    case 'role':
      return local(subject.role !== null && condition.roles.includes(subject.role))
    case 'group':
      return local(subject.groupIds.includes(condition.groupId))
    case 'time_window':
      return local(isWithin(facts.now, condition.from, condition.until))
    case 'wallet_kind': {
      const wallets = holders.filter(({ vault }) => !vault)
      const isKind = ({ chainId }: Holder) => (chainId === null) === (condition.wallet === 'key')
      return { ...local(wallets.some(isKind)), wallets: addressesOf(wallets) }
    }
    case 'wallet_list': {
      // Not vaults: their delegation is checked by conditions that read a chain.
      const own = holders.filter(({ vault }) => !vault)
      const list = facts.lists.get(condition.listId)
      const wallets = addressesOf(own)
      if (!list) return { ...LOCAL, outcome: 'unknown', wallets }
      return { ...local(own.some((holder) => list.has(listKeyOf(holder)))), wallets }
    }
    default:
      return undefined
  }
}

export function listKeyOf({ address, chainId }: Pick<Holder, 'address' | 'chainId'>): string {
  return chainId === null ? address : `${address}@${chainId}`
}

function local(met: boolean): LeafJudgement {
  return { ...LOCAL, outcome: met ? 'yes' : 'no' }
}

function isWithin(now: number, from: string | null, until: string | null): boolean {
  return (from === null || now >= Date.parse(from)) && (until === null || now < Date.parse(until))
}

function addressesOf(holders: readonly Holder[]): string[] {
  return [...new Set(holders.map(({ address }) => address))]
}

/** With `heldBlocks`, the condition must be met now and that many blocks ago. */
export function judgeChainLeaf(
  { condition, seated, bounds }: PlannedLeaf,
  { holders, facts, heldBlocks }: { holders: readonly Holder[]; facts: Facts; heldBlocks: number },
): LeafJudgement {
  if (!isChainCondition(condition)) throw new Error(`${condition.kind} reads no chain`)
  const counted = holdersOn(condition.chainId, holders)
  const at = (blocksAgo: number, withTokens: boolean) =>
    addUp(
      counted.map((holder) => facts.measure(condition, holder, { blocksAgo, withTokens })),
      bounds,
    )
  const now = at(0, seated)
  const both = heldBlocks > 0 ? bothOf(now, at(heldBlocks, false)) : now
  const tokens = both.outcome === 'yes' && seated ? (now.tokens ?? tokenOf(condition)) : []
  const isKnown = both.outcome !== 'unknown'
  return {
    outcome: both.outcome,
    pending: both.pending,
    problem: isKnown ? null : (both.problem ?? 'too_many_items'),
    found: isKnown && bounds ? both.sum : null,
    wallets: addressesOf(counted),
    block: now.block,
    tokens,
    partial: seated && isKnown && now.problem !== null && OUTAGES.includes(now.problem),
  }
}

/** Nobody causes them for themselves, in contrast to too many items. */
const OUTAGES: readonly ReasonProblem[] = [
  'network_missing',
  'network_unavailable',
  'network_behind',
  'endpoints_disagree',
]

/** A contract wallet or a vault counts on its own chain only. The same address counts once. */
function holdersOn(chainId: number, holders: readonly Holder[]): readonly Holder[] {
  const here = holders.filter(
    (holder) => holder.family === undefined && (holder.chainId === null || holder.chainId === chainId),
  )
  const addresses = new Set<string>()
  return here.filter(({ address }) => !addresses.has(address) && addresses.add(address))
}

function tokenOf(condition: ChainCondition): string[] {
  return condition.kind === 'erc721_token' ? [condition.tokenId] : []
}

type Total = {
  outcome: RuleOutcome
  sum: bigint
  pending: boolean
  problem: ReasonProblem | null
  block: number | null
  tokens: string[] | undefined
}

const ONE_HOLDER: Bounds = { min: 1n, max: null }

/** Amounts are added; a condition without an amount is met if one holder meets it. */
function addUp(measurements: readonly MeasureResult[], bounds: Bounds | null): Total {
  const total: Omit<Total, 'outcome'> = { sum: 0n, pending: false, problem: null, block: null, tokens: undefined }
  let isComplete = true
  for (const measured of measurements) {
    if (measured.kind === 'not_counted') continue
    if (measured.kind === 'pending' || measured.kind === 'unknown') {
      isComplete = false
      if (measured.kind === 'pending') total.pending = true
      else total.problem ??= measured.problem
      continue
    }
    total.sum += measured.kind === 'amount' ? measured.amount : measured.met ? 1n : 0n
    total.block = total.block === null ? measured.block : Math.min(total.block, measured.block)
    if (measured.tokens) total.tokens = [...(total.tokens ?? []), ...measured.tokens]
  }
  return { ...total, outcome: compare(total.sum, bounds ?? ONE_HOLDER, isComplete) }
}

/** What is missing can only add to the sum. */
function compare(sum: bigint, { min, max }: Bounds, isComplete: boolean): RuleOutcome {
  if (max !== null && sum > max) return 'no'
  if (sum >= min && (isComplete || max === null)) return 'yes'
  return isComplete ? 'no' : 'unknown'
}

function bothOf(now: Total, before: Total): Total {
  const outcomes = [now.outcome, before.outcome]
  const outcome = outcomes.includes('no') ? 'no' : outcomes.includes('unknown') ? 'unknown' : 'yes'
  return {
    ...now,
    outcome,
    sum: soleFailure(now, before)?.sum ?? (now.sum < before.sum ? now.sum : before.sum),
    pending: now.pending || before.pending,
    problem: now.problem ?? before.problem,
  }
}

/** The amount that explains a refusal, which is the higher one if it exceeds the maximum. */
function soleFailure(now: Total, before: Total): Total | undefined {
  if ((now.outcome === 'no') === (before.outcome === 'no')) return undefined
  return now.outcome === 'no' ? now : before
}
