import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import { GRACE_MINUTES } from '@countersign/contract/limits/rule-limits.ts'
import type { Rule } from '@countersign/contract/rule/rule.ts'
import { ruleSchema } from '@countersign/contract/schemas/rule/rule.ts'
import { rules as words } from '../../../../words/admin/rules.ts'
import { errorAt, ruleOf, ruleServerErrors, validateRule, valuesOfRule } from './rule-values.ts'

const rule: Rule = {
  condition: {
    kind: 'all',
    conditions: [
      { kind: 'role', roles: ['owner'] },
      { kind: 'not', condition: { kind: 'wallet_kind', wallet: 'contract' } },
    ],
  },
  wallets: 'each',
  linkedHours: 24,
  delegations: true,
  seats: false,
  heldBlocks: 5,
  graceMinutes: 15,
  refusalText: 'Ask Grace.',
  showReasons: false,
}

test('turns a rule into values and back', () => {
  assert.deepEqual(ruleOf(valuesOfRule(rule)), rule)
  assert.deepEqual(validateRule(valuesOfRule(rule)), {})
  assert.ok(ruleSchema.safeParse(rule).success)
})

test('starts with a rule that only lacks its conditions', () => {
  const values = valuesOfRule(null)
  assert.deepEqual(validateRule(values), { 'root/conditions': words.errors.empty })
  assert.deepEqual(ruleOf({ ...values, refusalText: '  ' }).refusalText, null)
})

test('reports numbers that are out of range, seats without a token and a long message', () => {
  const values = { ...valuesOfRule(rule), linkedHours: '721', heldBlocks: '', graceMinutes: '1.5', seats: true }
  assert.deepEqual(validateRule({ ...values, refusalText: 'a'.repeat(501) }), {
    linkedHours: words.range(0, 720),
    heldBlocks: words.range(0, 100),
    graceMinutes: words.range(5, 60),
    seats: words.errors.no_token,
    refusalText: words.refusalTooLong,
  })
})

test('accepts a grace period from the time for which a result counts', () => {
  const { least } = GRACE_MINUTES
  const errorsOf = (minutes: number) => validateRule({ ...valuesOfRule(rule), graceMinutes: String(minutes) })
  assert.deepEqual(errorsOf(least), {})
  assert.deepEqual(errorsOf(least - 1), { graceMinutes: words.range(least, GRACE_MINUTES.most) })
})

test('shows the problems of the server at their conditions', () => {
  const fields = [
    { path: '/rule/condition/conditions/1/condition/contract', code: 'no_code' },
    { path: '/rule/condition/conditions/0/groupId', code: 'unknown' },
    { path: '/rule/condition/conditions/0/tokenIds/2', code: 'invalid_format' },
    { path: '/rule', code: 'used_by_rule' },
    { path: '/rule/seats', code: 'not_enumerable' },
    { path: '/rule/heldBlocks', code: 'too_big' },
  ]
  const errors = ruleServerErrors(new AppError('invalid_body', { fields }))
  assert.equal(errorAt(errors, '/condition/conditions/1/condition'), words.errors.no_code)
  assert.equal(errorAt(errors, '/condition/conditions/1'), undefined)
  assert.equal(errorAt(errors, '/condition/conditions/0'), words.errors.group)
  assert.equal(errorAt(errors, '/condition'), words.errors.used_by_rule)
  assert.equal(errors.seats, words.errors.not_enumerable)
  assert.equal(errors.heldBlocks, words.range(0, 100))
})

test('shows problems of a group at the group', () => {
  const empty = { kind: 'any' as const, conditions: [] }
  const errors = validateRule(valuesOfRule({ ...rule, condition: { kind: 'all', conditions: [empty] } }))
  assert.equal(errorAt(errors, '/condition/conditions/0'), words.errors.empty)
  assert.equal(errorAt(errors, '/condition'), undefined)
})
