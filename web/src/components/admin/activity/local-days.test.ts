import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { localDays, spanOf } from './local-days.ts'

let zone: string | undefined
beforeEach(() => {
  zone = process.env.TZ
})
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const hourAt = (at: string, ok: number) => ({ hour: `${at}:00:00.000Z`, ok, refused: 1, newPeople: 0 })
const summarizeDays = (days: ReturnType<typeof localDays>) =>
  days.map(({ start, ok, refused }) => [start.getDate(), ok, refused])

test('assigns an hour to its day in the time zone of the viewer', () => {
  const hours = [
    hourAt('2026-06-14T21', 1),
    hourAt('2026-06-14T22', 2),
    hourAt('2026-06-15T21', 4),
    hourAt('2026-06-15T22', 8),
  ]
  process.env.TZ = 'UTC'
  assert.deepEqual(summarizeDays(localDays(hours, 2, new Date('2026-06-15T23:30:00Z'))), [
    [14, 3, 2],
    [15, 12, 2],
  ])
  process.env.TZ = 'Europe/Berlin'
  assert.deepEqual(summarizeDays(localDays(hours, 2, new Date('2026-06-15T21:30:00Z'))), [
    [14, 1, 1],
    [15, 6, 2],
  ])
})

test('includes days without events', () => {
  process.env.TZ = 'UTC'
  assert.deepEqual(summarizeDays(localDays([hourAt('2026-03-01T12', 5)], 4, new Date('2026-03-03T01:00:00Z'))), [
    [28, 0, 0],
    [1, 5, 1],
    [2, 0, 0],
    [3, 0, 0],
  ])
})

test('keeps every day once across daylight saving changes', () => {
  process.env.TZ = 'Europe/Berlin'
  const days = localDays([], 90, new Date('2026-04-20T12:00:00Z')).map(({ start }) => start.getDate())
  assert.equal(days.length, 90)
  assert.deepEqual(
    days.filter((day, index) => index > 0 && day !== 1 && day !== (days[index - 1] ?? 0) + 1),
    [],
  )
})

test('queries whole hours from midnight of the first day', () => {
  process.env.TZ = 'Europe/Berlin'
  assert.deepEqual(spanOf(30, new Date('2026-06-15T21:30:12Z')), {
    from: '2026-05-16T22:00:00.000Z',
    to: '2026-06-15T22:00:00.000Z',
  })
  process.env.TZ = 'Asia/Kolkata'
  assert.deepEqual(spanOf(1, new Date('2026-06-15T21:30:12Z')), {
    from: '2026-06-15T18:00:00.000Z',
    to: '2026-06-15T22:00:00.000Z',
  })
})
