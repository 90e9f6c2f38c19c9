/** A rule in the form in which it is judged, built once for many subjects. */

import { isSeated } from '@countersign/contract/rule/check-rule.ts'
import {
  type CombiningCondition,
  type Condition,
  childrenOf,
  isCombining,
  type LeafCondition,
  placeLeaves,
  type Rule,
} from '@countersign/contract/rule/rule.ts'
import type { RuleOutcome } from '@countersign/contract/schemas/rule/rule.ts'

export type RulePlan = {
  rule: Rule
  root: RuleNode
  /** In order of the tree. */
  leaves: PlannedLeaf[]
}

export type PlannedLeaf = {
  path: string
  condition: LeafCondition
  /** Whether its tokens are seats: not for conditions that must not be met. */
  seated: boolean
  /** Null for conditions without an amount. */
  bounds: Bounds | null
}

export type Bounds = { min: bigint; max: bigint | null }

/** `inverted`: the outcome is negated. `needed`: how many children must be met. */
export type RuleNode = { leaf: number } | { needed: number; inverted: boolean; children: RuleNode[] }

export function planRule(rule: Rule): RulePlan {
  const seated: boolean[] = []
  const plan = (condition: Condition, negated: boolean): RuleNode => {
    if (isCombining(condition)) {
      const inverted = condition.kind === 'not'
      const children = childrenOf(condition).map((child) => plan(child, negated !== inverted))
      return { needed: neededOf(condition), inverted, children }
    }
    return { leaf: seated.push(rule.seats && !negated && isSeated(condition)) - 1 }
  }
  const root = plan(rule.condition, false)
  const leaves = placeLeaves(rule.condition).map(({ path, condition }, index) => ({
    path,
    condition,
    seated: seated[index] === true,
    bounds: boundsOf(condition),
  }))
  return { rule, root, leaves }
}

function boundsOf(condition: LeafCondition): Bounds | null {
  if (!('min' in condition) || condition.min === null) return null
  const max = 'max' in condition ? condition.max : null
  return { min: BigInt(condition.min), max: max === null ? null : BigInt(max) }
}

/** At least one, so that a combination of nothing is not met. */
function neededOf(condition: CombiningCondition): number {
  if (condition.kind === 'at_least') return Math.max(1, condition.count)
  return condition.kind === 'all' ? Math.max(1, condition.conditions.length) : 1
}

/** Kleene's three-valued logic. */
export function resolveNode(node: RuleNode, outcomeOf: (leaf: number) => RuleOutcome): RuleOutcome {
  if ('leaf' in node) return outcomeOf(node.leaf)
  let met = 0
  let open = 0
  for (const child of node.children) {
    const outcome = resolveNode(child, outcomeOf)
    if (outcome === 'yes') met++
    else if (outcome === 'unknown') open++
  }
  const outcome = met >= node.needed ? 'yes' : met + open < node.needed ? 'no' : 'unknown'
  return node.inverted ? invert(outcome) : outcome
}

function invert(outcome: RuleOutcome): RuleOutcome {
  if (outcome === 'unknown') return outcome
  return outcome === 'yes' ? 'no' : 'yes'
}
