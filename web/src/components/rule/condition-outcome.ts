import {
  type CombiningCondition,
  type Condition,
  childrenOf,
  isCombining,
  type RuleOutcome,
  type RuleReason,
} from '@countersign/contract/rule/rule.ts'

/** The outcome of a condition at a path of the rule; undefined if it depends on conditions without a reason. */
export function findOutcome(
  condition: Condition,
  reasons: readonly RuleReason[],
  path = '/condition',
): RuleOutcome | undefined {
  if (!isCombining(condition)) return reasons.find((reason) => reason.path === path)?.outcome
  const children = childrenOf(condition)
  const outcomes = children.map((child, index) => findOutcome(child, reasons, childPath(condition, path, index)))
  const met = outcomes.filter((outcome) => outcome === 'yes').length
  const failed = outcomes.filter((outcome) => outcome === 'no').length
  const needed = neededOf(condition)
  if (met >= needed) return condition.kind === 'not' ? 'no' : 'yes'
  if (children.length - failed < needed) return condition.kind === 'not' ? 'yes' : 'no'
  return outcomes.includes(undefined) ? undefined : 'unknown'
}

export function childPath({ kind }: CombiningCondition, path: string, index: number): string {
  return kind === 'not' ? `${path}/condition` : `${path}/conditions/${index}`
}

function neededOf(condition: CombiningCondition): number {
  if (condition.kind === 'at_least') return condition.count
  return condition.kind === 'all' ? condition.conditions.length : 1
}
