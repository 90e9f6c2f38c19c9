import type { FieldProblem } from '../error/errors.ts'
import { RULE_CHAIN_CONDITIONS_MAX, RULE_CONDITIONS_MAX, RULE_DEPTH_MAX } from '../limits/rule-limits.ts'
import {
  type CombiningCondition,
  type Condition,
  childrenOf,
  isChainCondition,
  isCombining,
  placeConditions,
  type Rule,
} from './rule.ts'

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
  if (rule.seats && !hasSeats(rule.condition, false)) add('/seats', 'no_token')
  return problems
}

/** Conditions whose tokens can be seats: each token has one owner. */
export function isSeated(condition: Condition): boolean {
  return condition.kind === 'erc721_balance' || condition.kind === 'erc721_token'
}

/** A token that must not be held is nobody's seat. */
function hasSeats(condition: Condition, negated: boolean): boolean {
  if (!isCombining(condition)) return !negated && isSeated(condition)
  return childrenOf(condition).some((child) => hasSeats(child, negated !== (condition.kind === 'not')))
}

type Problem = { field: string; code: string }

function conditionProblem(condition: Condition): Problem | undefined {
  if (isCombining(condition)) return combinationProblem(condition)
  if ('max' in condition && condition.max !== null && BigInt(condition.max) < BigInt(condition.min))
    return { field: 'max', code: 'below_minimum' }
  switch (condition.kind) {
    case 'time_window':
      return timeProblem(condition)
    case 'erc1155_balance':
      return new Set(condition.tokenIds).size === condition.tokenIds.length
        ? undefined
        : { field: 'tokenIds', code: 'given_twice' }
    case 'contract_role':
      return condition.role.startsWith('0x') === (condition.system === 'access_control')
        ? undefined
        : { field: 'role', code: 'invalid' }
    case 'contract_call':
      if (condition.returns === 'uint256')
        return condition.min === null ? { field: 'min', code: 'required' } : undefined
      return condition.min === null ? undefined : { field: 'min', code: 'not_allowed' }
    default:
      return undefined
  }
}

function combinationProblem(condition: CombiningCondition): Problem | undefined {
  if (condition.kind === 'not') return undefined
  if (condition.conditions.length === 0) return { field: 'conditions', code: 'empty' }
  if (condition.kind === 'at_least' && condition.count > condition.conditions.length)
    return { field: 'count', code: 'too_high' }
  return undefined
}

function timeProblem({ from, until }: Extract<Condition, { kind: 'time_window' }>): Problem | undefined {
  if (from === null && until === null) return { field: 'from', code: 'required' }
  if (from !== null && !isTime(from)) return { field: 'from', code: 'invalid' }
  if (until !== null && !isTime(until)) return { field: 'until', code: 'invalid' }
  if (from !== null && until !== null && from >= until) return { field: 'until', code: 'before_start' }
  return undefined
}

/** The schema lets through times such as February 30. */
function isTime(timestamp: string): boolean {
  const time = Date.parse(timestamp)
  return !Number.isNaN(time) && new Date(time).toISOString() === timestamp
}
