import type { FieldProblem } from '../errors.ts'
import { RULE_CHAIN_CONDITIONS_MAX, RULE_CONDITIONS_MAX, RULE_DEPTH_MAX } from '../limits/rule-limits.ts'
import { type Condition, isChainCondition, isCombining, placeConditions, type Rule } from './rule.ts'

/** What a rule itself shows to be wrong; networks, groups, lists and contracts are checked by the server. */
export function ruleProblems(rule: Rule): FieldProblem[] {
  const placed = placeConditions(rule.condition)
  const problems: FieldProblem[] = []
  const add = (path: string, code: string) => problems.push({ path, code })
  if (placed.length > RULE_CONDITIONS_MAX) add('/condition', 'too_many_conditions')
  const chained = placed.filter(({ condition }) => isChainCondition(condition))
  if (chained.length > RULE_CHAIN_CONDITIONS_MAX) add('/condition', 'too_many_chain_conditions')
  for (const { path, condition, depth } of placed) {
    if (depth > RULE_DEPTH_MAX) add(path, 'too_deep')
    const problem = conditionProblem(condition)
    if (problem) add(`${path}/${problem.field}`, problem.code)
  }
  if (rule.seats && !chained.some(({ condition }) => isSeated(condition))) add('/seats', 'no_token')
  return problems
}

/** Conditions whose tokens can be seats: each token has one owner. */
export function isSeated(condition: Condition): boolean {
  return condition.kind === 'erc721_balance' || condition.kind === 'erc721_token'
}

function conditionProblem(condition: Condition): { field: string; code: string } | undefined {
  if (isCombining(condition)) {
    if (condition.kind === 'not') return undefined
    if (condition.conditions.length === 0) return { field: 'conditions', code: 'empty' }
    if (condition.kind === 'at_least' && condition.count > condition.conditions.length)
      return { field: 'count', code: 'too_high' }
    return undefined
  }
  if ('max' in condition && condition.max !== null && BigInt(condition.max) < BigInt(condition.min))
    return { field: 'max', code: 'below_minimum' }
  if (condition.kind === 'time_window') {
    const { from, until } = condition
    if (from === null && until === null) return { field: 'from', code: 'required' }
    if (from !== null && until !== null && from >= until) return { field: 'until', code: 'before_start' }
  }
  if (condition.kind === 'contract_call' && condition.returns === 'uint256' && condition.min === null)
    return { field: 'min', code: 'required' }
  return undefined
}
