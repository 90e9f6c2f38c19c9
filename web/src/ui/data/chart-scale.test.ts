import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labeledPoints, roundTop, stackBar, total } from './chart-scale.ts'

const keys = ['ok', 'failed']
const point = (ok: number, failed: number) => ({ label: 'day', values: { ok, failed } })

test('stacks segments without gaps and omits zeros', () => {
  assert.deepEqual(stackBar(point(2, 1), keys, 4), [
    { key: 'ok', from: 0, size: 0.5 },
    { key: 'failed', from: 0.5, size: 0.25 },
  ])
  assert.deepEqual(stackBar(point(0, 1), keys, 4), [{ key: 'failed', from: 0, size: 0.25 }])
  assert.deepEqual(stackBar({ label: 'day', values: {} }, keys, 4), [])
})

test('ends the scale at a round even number', () => {
  const tops = [0, 1, 2, 3, 4, 5, 10, 11, 39, 41, 100, 101, 250_000].map((ok) => roundTop([point(ok, 0)], keys))
  assert.deepEqual(tops, [2, 2, 2, 4, 4, 6, 10, 20, 40, 60, 100, 200, 400_000])
  assert.equal(roundTop([], keys), 2)
  assert.equal(roundTop([point(3, 4), point(1, 1)], keys), 8)
})

test('counts missing and negative values as 0', () => {
  assert.equal(total({ label: 'day', values: { ok: 3, failed: -2, other: 9 } }, keys), 3)
})

test('labels the first, the last and evenly spaced points', () => {
  assert.deepEqual(labeledPoints(3, 5), [0, 1, 2])
  assert.deepEqual(labeledPoints(30, 4), [0, 10, 19, 29])
  assert.deepEqual(labeledPoints(0, 4), [])
})
