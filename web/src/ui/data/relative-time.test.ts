import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relativeTime } from './relative-time.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const format = (distance: number) => {
  const { value, unit } = relativeTime(NOW + distance, NOW)
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(value, unit)
}

test('formats less than a minute as now', () => {
  assert.deepEqual([0, -59_999, 59_999].map(format), ['now', 'now', 'now'])
})

test('uses the largest full unit in the past and future', () => {
  const before = [MINUTE, 59 * MINUTE, HOUR, 23 * HOUR, DAY, 6 * DAY, 7 * DAY, 29 * DAY, 31 * DAY, 364 * DAY, 366 * DAY]
  assert.deepEqual(
    before.map((distance) => format(-distance)),
    [
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '23 hours ago',
      'yesterday',
      '6 days ago',
      'last week',
      '4 weeks ago',
      'last month',
      '11 months ago',
      'last year',
    ],
  )
  assert.deepEqual([MINUTE, 2 * HOUR, DAY, 3 * DAY].map(format), ['in 1 minute', 'in 2 hours', 'tomorrow', 'in 3 days'])
})
