/** The rule of a group: who is in it, decided by conditions on people and their wallets. */

export type {
  Condition,
  ConditionKind,
  Requirement,
  Rule,
  RuleOutcome,
  RuleReason,
  TokenLabel,
} from '../schemas/rule/rule.ts'

import type { Condition, Rule } from '../schemas/rule/rule.ts'

export type CombiningCondition = Extract<Condition, { kind: 'all' | 'any' | 'at_least' | 'not' }>
export type LeafCondition = Exclude<Condition, CombiningCondition>
export type ChainCondition = Extract<LeafCondition, { chainId: number }>

export function isCombining(condition: Condition): condition is CombiningCondition {
  const { kind } = condition
  return kind === 'all' || kind === 'any' || kind === 'at_least' || kind === 'not'
}

export function isChainCondition(condition: Condition): condition is ChainCondition {
  return 'chainId' in condition
}

export function childrenOf(condition: CombiningCondition): readonly Condition[] {
  return condition.kind === 'not' ? [condition.condition] : condition.conditions
}

/** A condition and its place, such as `/condition/conditions/1`, which is also the path of its problems. */
export type PlacedCondition<C extends Condition = Condition> = { path: string; condition: C; depth: number }

/** All conditions, parents before children. */
export function placeConditions(root: Condition, path = '/condition', depth = 1): PlacedCondition[] {
  const own = { path, condition: root, depth }
  if (!isCombining(root)) return [own]
  const pathOf = (index: number) => (root.kind === 'not' ? `${path}/condition` : `${path}/conditions/${index}`)
  return [own, ...childrenOf(root).flatMap((child, index) => placeConditions(child, pathOf(index), depth + 1))]
}

export function placeLeaves(root: Condition): PlacedCondition<LeafCondition>[] {
  return placeConditions(root).filter(
    (placed): placed is PlacedCondition<LeafCondition> => !isCombining(placed.condition),
  )
}

export function chainConditionsOf({ condition: root }: Pick<Rule, 'condition'>): ChainCondition[] {
  return placeLeaves(root)
    .map(({ condition }) => condition)
    .filter(isChainCondition)
}

/** Groups that conditions of the rule name. */
export function groupIdsOf({ condition: root }: Pick<Rule, 'condition'>): string[] {
  return unique(placeLeaves(root).flatMap(({ condition }) => (condition.kind === 'group' ? [condition.groupId] : [])))
}

/** Wallet lists that conditions of the rule name. */
export function listIdsOf({ condition: root }: Pick<Rule, 'condition'>): string[] {
  return unique(
    placeLeaves(root).flatMap(({ condition }) => (condition.kind === 'wallet_list' ? [condition.listId] : [])),
  )
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
