import type { AppError, FieldProblem } from '@countersign/contract/error/errors.ts'
import * as limits from '@countersign/contract/limits/rule-limits.ts'
import { ruleProblems } from '@countersign/contract/rule/check-rule.ts'
import type { Rule } from '@countersign/contract/rule/rule.ts'
import { type FieldErrors, withoutUndefined } from '../../../../forms/form.ts'
import { normalizeText } from '../../../../forms/typed-text.ts'
import { rules as words } from '../../../../words/admin/rules.ts'
import { isKey } from '../../../../words/is-key.ts'
import { type Branch, branchOf, conditionOf, emptyBranch } from './rule-tree.ts'

/** Numbers are kept as typed. Errors of conditions are keyed by `root` and their path in the condition. */
export type RuleValues = Pick<Rule, 'wallets' | 'delegations' | 'seats' | 'showReasons'> & {
  root: Branch
  linkedHours: string
  heldBlocks: string
  graceMinutes: string
  refusalText: string
}
export type RuleErrors = FieldErrors<RuleValues>

const newRule: RuleValues = {
  root: emptyBranch,
  wallets: 'together',
  linkedHours: '0',
  delegations: false,
  seats: false,
  heldBlocks: '0',
  graceMinutes: String(limits.GRACE_MINUTES.standard),
  refusalText: '',
  showReasons: true,
}

export const numberLimits = {
  linkedHours: { least: 0, most: limits.LINKED_HOURS_MAX },
  heldBlocks: { least: 0, most: limits.HELD_BLOCKS_MAX },
  graceMinutes: limits.GRACE_MINUTES,
} as const
export type NumberName = keyof typeof numberLimits
const NUMBERS = Object.keys(numberLimits) as NumberName[] // the keys of a const object are its key type

export function valuesOfRule(rule: Rule | null): RuleValues {
  if (!rule) return newRule
  const { condition, linkedHours, heldBlocks, graceMinutes, refusalText, ...rest } = rule
  return {
    ...rest,
    root: branchOf(condition),
    linkedHours: String(linkedHours),
    heldBlocks: String(heldBlocks),
    graceMinutes: String(graceMinutes),
    refusalText: refusalText ?? '',
  }
}

export function ruleOf(values: RuleValues): Rule {
  const { root, linkedHours, heldBlocks, graceMinutes, refusalText, ...rest } = values
  return {
    ...rest,
    condition: conditionOf(root),
    linkedHours: Number(linkedHours),
    heldBlocks: Number(heldBlocks),
    graceMinutes: Number(graceMinutes),
    refusalText: normalizeText(refusalText) || null,
  }
}

export function validateRule(values: RuleValues): RuleErrors {
  const wrong = NUMBERS.filter((name) => !isWithin(values[name], numberLimits[name]))
  return {
    ...errorsOf(ruleProblems(ruleOf(values))),
    ...withoutUndefined({
      refusalText: values.refusalText.trim().length > limits.REFUSAL_TEXT_MAX ? words.refusalTooLong : undefined,
      ...Object.fromEntries(wrong.map((name) => [name, rangeOf(name)])),
    }),
  }
}

/** The server names fields from the body, such as `/rule/condition/conditions/1/contract`. */
export function ruleServerErrors({ fields = [] }: AppError): RuleErrors {
  const pathOf = (path: string) => (path === '/rule' ? '/condition' : path.replace(/^\/rule(?=\/)/, ''))
  return errorsOf(fields.map(({ path, code }) => ({ path: pathOf(path), code })))
}

/** The error of a condition itself or of one of its own fields. */
export function errorAt(errors: RuleErrors, path: string): string | undefined {
  const own = new RegExp(`^${keyOf(path)}(?:/(?!conditions?/)[a-zA-Z]+(?:/\\d+)?)?$`)
  return Object.entries(errors).find(([key, text]) => text !== undefined && own.test(key))?.[1]
}

function errorsOf(problems: FieldProblem[]): RuleErrors {
  const errors: Record<string, string> = {}
  for (const { path, code } of problems) errors[keyOf(path)] ??= textOf(path, code)
  return errors as RuleErrors // keyed by field of the rule
}

/** `/condition/conditions/1` is `root/conditions/1`, and `/seats` is `seats`. */
function keyOf(path: string): string {
  return path.slice(1).replace(/^condition(?=\/|$)/, 'root')
}

const { errors: texts } = words

function textOf(path: string, code: string): string {
  const field = path.split('/').findLast((part) => !/^\d+$/.test(part)) ?? ''
  if (isKey(texts, code)) return texts[code]
  if (isKey(numberLimits, field)) return rangeOf(field)
  if (field === 'refusalText') return words.refusalTooLong
  return texts[BY_FIELD[field] ?? 'other']
}

const BY_FIELD: Record<string, 'network' | 'contract' | 'group' | 'list'> = {
  chainId: 'network',
  contract: 'contract',
  groupId: 'group',
  listId: 'list',
}

function rangeOf(name: NumberName): string {
  const { least, most } = numberLimits[name]
  return words.range(least, most)
}

function isWithin(typed: string, { least, most }: { least: number; most: number }): boolean {
  return /^\d{1,4}$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most
}
