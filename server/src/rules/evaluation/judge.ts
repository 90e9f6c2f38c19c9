/** Judges a rule for one subject from what is known so far. Pure: reads that are missing leave it unsettled. */

import type { RuleOutcome, RuleReason } from '@countersign/contract/schemas/rule/rule.ts'
import type { Holder, Subject } from '../subject.ts'
import { type Facts, judgeChainLeaf, judgeLocalLeaf, type LeafJudgement } from './judge-leaf.ts'
import { type RuleNode, type RulePlan, resolveNode } from './rule-plan.ts'

export type SeatToken = { chainId: number; contract: string; tokenId: string }

export type Evaluation = {
  outcome: RuleOutcome
  /** One per leaf, in order of the tree. Leaves that the outcome did not depend on are left out, unless explained. */
  reasons: RuleReason[]
  /** Chain id to the block that was read, the earliest if there are several. */
  blocks: Record<string, number>
  /** ERC-721 tokens that count, for seats. Only if the rule has seats and is not met without them. */
  tokens: SeatToken[]
  /** Whether more tokens may count than could be read. */
  partial?: boolean
  /** The next time at which a time window or the age of a wallet may change the outcome. */
  validUntil: number | null
}

/** `settled`: further reads would change nothing. */
export type Judgement = { outcome: RuleOutcome; settled: boolean; trees: readonly Tree[] }

/** With `explain`, every condition is measured, also where the outcome no longer depends on it. */
export type JudgeFacts = Facts & { explain: boolean }

export function judge(plan: RulePlan, subject: Subject, facts: JudgeFacts): Judgement {
  const holders = subject.holders.filter((holder) => mayCount(plan, holder) && countsFrom(plan, holder) <= facts.now)
  const context = { plan, subject, facts }
  const isEach = plan.rule.wallets === 'each'
  const trees =
    isEach && holders.length > 0 ? holders.map((holder) => judgeTree(context, [holder])) : [judgeTree(context, holders)]
  const outcome = isEach && holders.length === 0 ? withoutWallets(context) : bestOf(trees).outcome
  return { outcome, settled: isSettled(trees, outcome, { explain: facts.explain, seats: plan.rule.seats }), trees }
}

/** Apart from `judge`, because most judgements are repeated after reads. */
export function summarize({ outcome, trees }: Judgement, { plan, subject, facts }: Context): Evaluation {
  const isPartial = trees.some(({ leaves }) => leaves.some((leaf) => leaf?.partial))
  return {
    outcome,
    ...(isPartial && { partial: true }),
    reasons: reasonsOf(plan, bestOf(trees), facts.explain),
    blocks: blocksOf(plan, trees),
    tokens: outcome === 'yes' && !isMetWithoutTokens(plan, trees) ? tokensOf(plan, trees) : [],
    validUntil: nextChange(plan, subject, facts.now),
  }
}

/** Vaults count only if the rule says so. */
function mayCount({ rule }: RulePlan, { vault }: Holder): boolean {
  return rule.delegations || !vault
}

const HOUR = 3_600_000

function countsFrom({ rule }: RulePlan, { linkedAt }: Holder): number {
  return rule.linkedHours === 0 ? Number.NEGATIVE_INFINITY : linkedAt + rule.linkedHours * HOUR
}

type Context = { plan: RulePlan; subject: Subject; facts: JudgeFacts }

type Tree = { outcome: RuleOutcome; leaves: (LeafJudgement | undefined)[] }

/** Chain conditions are measured only below combinations that local conditions leave open. */
function judgeTree({ plan, subject, facts }: Context, holders: readonly Holder[]): Tree {
  const leaves = plan.leaves.map((leaf) => judgeLocalLeaf(leaf, { subject, holders, facts }))
  const resolve = (node: RuleNode) => resolveNode(node, (leaf) => leaves[leaf]?.outcome ?? 'unknown')
  const { heldBlocks } = plan.rule
  const measure = (node: RuleNode) => {
    if (!facts.explain && resolve(node) !== 'unknown') return
    if (!('leaf' in node)) return node.children.forEach(measure)
    const planned = plan.leaves[node.leaf]
    if (planned) leaves[node.leaf] ??= judgeChainLeaf(planned, { holders, facts, heldBlocks })
  }
  measure(plan.root)
  return { outcome: resolve(plan.root), leaves }
}

/** No wallet meets the rule alone, unless the person alone decides it. */
function withoutWallets({ plan, subject, facts }: Context): RuleOutcome {
  const outcome = resolveNode(plan.root, (index) => {
    const leaf = plan.leaves[index]
    if (!leaf || leaf.condition.kind === 'wallet_kind' || leaf.condition.kind === 'wallet_list') return 'unknown'
    return judgeLocalLeaf(leaf, { subject, holders: [], facts })?.outcome ?? 'unknown'
  })
  return outcome === 'yes' ? 'yes' : 'no'
}

const ORDER: Record<RuleOutcome, number> = { yes: 2, unknown: 1, no: 0 }

/** The tree with the best outcome, and of those the one with most conditions met. */
function bestOf(trees: readonly Tree[]): Tree {
  return trees.reduce((best, tree) => {
    const difference = ORDER[tree.outcome] - ORDER[best.outcome]
    return difference > 0 || (difference === 0 && metOf(tree) > metOf(best)) ? tree : best
  })
}

function metOf({ leaves }: Tree): number {
  return leaves.filter((leaf) => leaf?.outcome === 'yes').length
}

/** A rule with seats needs all tokens of a person: the first may be the seat of somebody else. */
function isSettled(
  trees: readonly Tree[],
  outcome: RuleOutcome,
  { explain, seats }: { explain: boolean; seats: boolean },
): boolean {
  if (!explain && (outcome === 'no' || (outcome === 'yes' && !seats))) return true
  return !trees.some(({ leaves }) => leaves.some((leaf) => leaf?.pending))
}

function reasonsOf(plan: RulePlan, tree: Tree, explain: boolean): RuleReason[] {
  const reasons: RuleReason[] = []
  const isDecided = tree.outcome !== 'unknown'
  for (const [index, { path }] of plan.leaves.entries()) {
    const leaf = tree.leaves[index]
    if (!leaf || (leaf.pending && leaf.outcome === 'unknown' && isDecided && !explain)) continue
    const { outcome, problem, found, wallets, block } = leaf
    reasons.push({ path, outcome, problem, found: found === null ? null : String(found), wallets, block })
  }
  return reasons
}

function blocksOf(plan: RulePlan, trees: readonly Tree[]): Record<string, number> {
  const blocks: Record<string, number> = {}
  for (const { leaves } of trees)
    for (const [index, { condition }] of plan.leaves.entries()) {
      const block = leaves[index]?.block ?? null
      if (block === null || !('chainId' in condition)) continue
      blocks[condition.chainId] = Math.min(block, blocks[condition.chainId] ?? block)
    }
  return blocks
}

/** A person who meets the rule without a token needs no seat. */
function isMetWithoutTokens({ root, leaves: planned }: RulePlan, trees: readonly Tree[]): boolean {
  const isMet = ({ leaves }: Tree) =>
    resolveNode(root, (leaf) => (planned[leaf]?.seated ? 'no' : (leaves[leaf]?.outcome ?? 'unknown'))) === 'yes'
  return planned.some(({ seated }) => seated) && trees.some(isMet)
}

function tokensOf(plan: RulePlan, trees: readonly Tree[]): SeatToken[] {
  const tokens = new Map<string, SeatToken>()
  for (const { outcome, leaves } of trees)
    for (const [index, { condition, seated }] of plan.leaves.entries()) {
      if (outcome !== 'yes' || !seated || !('chainId' in condition) || !('contract' in condition)) continue
      const { chainId, contract } = condition
      for (const tokenId of leaves[index]?.tokens ?? [])
        tokens.set(`${chainId} ${contract} ${tokenId}`, { chainId, contract, tokenId })
    }
  return [...tokens.values()]
}

function nextChange(plan: RulePlan, subject: Subject, now: number): number | null {
  const times = subject.holders.filter((holder) => mayCount(plan, holder)).map((holder) => countsFrom(plan, holder))
  for (const { condition } of plan.leaves)
    if (condition.kind === 'time_window')
      times.push(...[condition.from, condition.until].map((at) => (at === null ? now : Date.parse(at))))
  const next = Math.min(...times.filter((time) => time > now))
  return next === Number.POSITIVE_INFINITY ? null : next
}
