import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startOfDay } from './start-of-day.ts'

const DAYS = [
  ['2026-06-15', 'UTC', '2026-06-15T00:00:00.000Z', '2026-06-16T00:00:00.000Z'],
  ['2026-06-15', 'Europe/Berlin', '2026-06-14T22:00:00.000Z', '2026-06-15T22:00:00.000Z'],
  ['2026-06-15', 'America/Los_Angeles', '2026-06-15T07:00:00.000Z', '2026-06-16T07:00:00.000Z'],
  ['2026-12-31', 'Asia/Kathmandu', '2026-12-30T18:15:00.000Z', '2026-12-31T18:15:00.000Z'],
  // the clocks change on this day: it has 23 hours
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  // and this one has 25
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
] as const

for (const [day, zone, begins, ends] of DAYS) {
  test(`${day} in ${zone} starts and ends at local midnight`, () => {
    assert.deepEqual([startOfDay(day, zone), startOfDay(day, zone, 1)], [begins, ends])
  })
}
