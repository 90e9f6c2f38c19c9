import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Condition, RuleOutcome, RuleReason } from '@countersign/contract/rule/rule.ts'
import { conditionOf } from '../../../../test/support/rule-fixtures.ts'
import { findOutcome } from './condition-outcome.ts'

const { role, all, any, atLeast, not } = conditionOf
const leaf = role('member')

/** Outcomes of the children of the root, in order; undefined for those without a reason. */
const reasonsOf = (outcomes: readonly (RuleOutcome | undefined)[], below = '/condition/conditions/'): RuleReason[] =>
  outcomes.flatMap((outcome, index) =>
    outcome ? [{ path: `${below}${index}`, outcome, problem: null, found: null, wallets: [], block: null }] : [],
  )

const outcomeOf = (condition: Condition, ...outcomes: (RuleOutcome | undefined)[]) =>
  findOutcome(condition, reasonsOf(outcomes))

describe('findOutcome', () => {
  test('is the reason of a condition that combines no others', () => {
    const [reason] = reasonsOf(['yes'])
    assert.ok(reason)
    assert.equal(findOutcome(leaf, [{ ...reason, path: '/condition' }]), 'yes')
    assert.equal(findOutcome(leaf, [reason]), undefined)
  })

  test('combines outcomes with three values', () => {
    assert.equal(outcomeOf(all(leaf, leaf), 'yes', 'yes'), 'yes')
    assert.equal(outcomeOf(all(leaf, leaf), 'no', 'unknown'), 'no')
    assert.equal(outcomeOf(all(leaf, leaf), 'yes', 'unknown'), 'unknown')
    assert.equal(outcomeOf(any(leaf, leaf), 'yes', 'unknown'), 'yes')
    assert.equal(outcomeOf(any(leaf, leaf), 'no', 'no'), 'no')
    assert.equal(outcomeOf(any(leaf, leaf), 'no', 'unknown'), 'unknown')
    assert.equal(outcomeOf(atLeast(2, leaf, leaf, leaf), 'yes', 'no', 'yes'), 'yes')
    assert.equal(outcomeOf(atLeast(2, leaf, leaf, leaf), 'yes', 'no', 'no'), 'no')
    assert.equal(outcomeOf(atLeast(2, leaf, leaf, leaf), 'yes', 'no', 'unknown'), 'unknown')
  })

  test('inverts what must not be met, and keeps unknown', () => {
    const inverted = (outcome: RuleOutcome) =>
      findOutcome(
        not(leaf),
        reasonsOf([outcome]).map((reason) => ({ ...reason, path: '/condition/condition' })),
      )
    assert.deepEqual([inverted('yes'), inverted('no'), inverted('unknown')], ['no', 'yes', 'unknown'])
  })

  test('is not known where it depends on conditions without a reason', () => {
    assert.equal(outcomeOf(all(leaf, leaf), 'yes', undefined), undefined)
    assert.equal(outcomeOf(all(leaf, leaf), 'no', undefined), 'no')
    assert.equal(outcomeOf(any(leaf, leaf), undefined, 'yes'), 'yes')
    assert.equal(outcomeOf(any(leaf, leaf), undefined, 'unknown'), undefined)
  })

  test('finds the reasons of nested conditions', () => {
    const tree = all(leaf, not(any(leaf, leaf)))
    const nested = reasonsOf(['no', 'no'], '/condition/conditions/1/condition/conditions/')
    assert.equal(findOutcome(tree, [...reasonsOf(['yes']), ...nested]), 'yes')
  })
})
