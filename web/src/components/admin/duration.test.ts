import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durationText, joinDuration, splitDuration } from './duration.ts'

test('splits a duration into the largest whole unit and joins it again', () => {
  const cases = [0, 15 * 60_000, 60 * 60_000, 90 * 60_000, 12 * 3_600_000, 24 * 3_600_000, 30 * 86_400_000]
  assert.deepEqual(cases.map(durationText), [
    '0 days',
    '15 minutes',
    '1 hour',
    '90 minutes',
    '12 hours',
    '1 day',
    '30 days',
  ])
  assert.deepEqual(
    cases.map((ms) => {
      const { count, unit } = splitDuration(ms)
      return joinDuration(count, unit)
    }),
    cases,
  )
})
