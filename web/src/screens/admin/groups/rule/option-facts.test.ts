import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rule } from '@countersign/contract/rule/rule.ts'
import { changedFacts, optionFacts } from './option-facts.ts'

const rule: Rule = {
  condition: { kind: 'role', roles: ['owner'] },
  ...{ wallets: 'together', linkedHours: 1, delegations: false, seats: false, heldBlocks: 0, graceMinutes: 15 },
  ...{ refusalText: null, showReasons: true },
}

test('describes every option in one line', () => {
  assert.equal(optionFacts(rule).length, Object.keys(rule).length - 1)
  assert.deepEqual(optionFacts(rule)[1], ['Linked for', 'Wallets count after 1 hour.'])
})

test('lists only the options that change', () => {
  assert.deepEqual(changedFacts(rule, { ...rule, graceMinutes: 5, refusalText: 'Ask Grace.' }), [
    {
      term: 'Grace period',
      before: 'People stay for 15 minutes after their last check if the rule can’t be checked.',
      after: 'People stay for 5 minutes after their last check if the rule can’t be checked.',
    },
    { term: 'Message', before: 'No message of your own.', after: 'Ask Grace.' },
  ])
  assert.deepEqual(changedFacts(rule, { ...rule, condition: { kind: 'role', roles: ['admin'] } }), [])
})
