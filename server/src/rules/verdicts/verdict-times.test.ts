import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { conditionOf, ruleOf } from '../../../../test/support/rule-fixtures.ts'
import { blocksSince, timesOf } from './verdict-times.ts'

const MINUTE = 60_000
const AT = Date.parse('2026-11-15T10:00:00.000Z')
const iso = (minutes: number) => new Date(AT + minutes * MINUTE).toISOString()
const rule = ruleOf(conditionOf.erc721(), { graceMinutes: 15 })

/** In minutes after the check. */
function minutesOf(given: Partial<Parameters<typeof timesOf>[1]>, of = rule): { fresh: number; kept: number } {
  const { freshUntil, keepUntil } = timesOf(of, { outcome: 'yes', at: AT, validUntil: null, ...given })
  return { fresh: (freshUntil - AT) / MINUTE, kept: (keepUntil - AT) / MINUTE }
}

describe('timesOf', () => {
  test('keeps a yes for the grace period from the check, and checks it again after five minutes', () => {
    assert.deepEqual(minutesOf({}), { fresh: 5, kept: 15 })
    assert.deepEqual(minutesOf({}, { ...rule, graceMinutes: 5 }), { fresh: 5, kept: 5 })
    assert.deepEqual(minutesOf({}, { ...rule, graceMinutes: 60 }), { fresh: 5, kept: 60 })
  })

  test('keeps a no only while it is fresh', () => {
    assert.deepEqual(minutesOf({ outcome: 'no' }), { fresh: 1, kept: 1 })
    assert.deepEqual(minutesOf({ outcome: 'no', validUntil: AT + MINUTE / 2 }), { fresh: 0.5, kept: 0.5 })
  })

  test('checks again at once when what was found ends', () => {
    assert.deepEqual(minutesOf({ validUntil: AT + 2 * MINUTE }), { fresh: 2, kept: 15 })
    assert.deepEqual(minutesOf({ validUntil: AT + 9 * MINUTE }), { fresh: 5, kept: 15 })
  })

  test('keeps a yes no longer than until the next border of a time window', () => {
    const within = (from: string | null, until: string | null) =>
      minutesOf({}, ruleOf(conditionOf.all(conditionOf.role('member'), conditionOf.window(from, until)))).kept
    assert.equal(within(null, iso(7)), 7)
    assert.equal(within(iso(3), iso(7)), 3)
    assert.equal(within(iso(-3), null), 15)
    assert.equal(within(iso(-3), iso(0)), 15)
    assert.equal(within(iso(20), iso(30)), 15)
  })
})

describe('blocksSince', () => {
  const verdict = {
    ...{ groupId: 'grp_1', personId: 'per_1', ruleVersion: 1, outcome: 'yes' as const, reasons: [] },
    ...{ blocks: { 1: 100 }, checkedAt: AT, freshUntil: AT, keepUntil: AT },
  }

  test('is the blocks of the verdict during the grace period, and then none', () => {
    assert.deepEqual(blocksSince(rule, verdict, AT + 15 * MINUTE - 1), { 1: 100 })
    assert.deepEqual(blocksSince(rule, verdict, AT + 15 * MINUTE), {})
    assert.deepEqual(blocksSince(rule, undefined, AT), {})
  })
})
