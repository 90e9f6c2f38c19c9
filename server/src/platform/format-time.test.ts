import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatTime } from './format-time.ts'

describe('formatTime', () => {
  test('writes what toISOString writes', () => {
    const limit = 8.64e15
    const chosen = [0, 1, 999, 1000, 59_999, 60_000, -1, -60_001, 1.9, -1.9, 253_402_300_800_000, limit, -limit]
    const many = Array.from({ length: 2000 }, (_, index) => Math.round((index - 1000) * 1e12 + index ** 3 * 977))
    const now = Date.UTC(2026, 10, 18)
    const close = Array.from({ length: 500 }, (_, index) => now + index * 997)
    for (const time of [...chosen, ...many, ...close, ...close])
      assert.equal(formatTime(time), new Date(time).toISOString(), String(time))
  })

  test('rejects what is no time', () => {
    for (const time of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 60_000])
      assert.throws(() => formatTime(time), RangeError)
  })
})
