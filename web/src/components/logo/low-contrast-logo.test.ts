import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFaint } from './low-contrast-logo.ts'

const NOTHING = [0, 0, 0, 0]
const WHITE = [255, 255, 255, 255]
const BLACK = [0, 0, 0, 255]
const PALE = [222, 222, 222, 255]
const YELLOW = [232, 197, 71, 255]
const SHADOW = [0, 0, 0, 100]

const isFaintOf = (...pixels: number[][]) => isFaint(new Uint8ClampedArray(pixels.flat()))
const times = (count: number, pixel: number[]) => Array.from({ length: count }, () => pixel)

test('white and pale pictures that one can see through vanish on light paper', () => {
  assert.deepEqual([isFaintOf(WHITE, NOTHING), isFaintOf(PALE, NOTHING), isFaintOf(WHITE, SHADOW)], [true, true, true])
})

test('dark and coloured ones do not', () => {
  assert.deepEqual([isFaintOf(BLACK, NOTHING), isFaintOf(YELLOW, NOTHING)], [false, false])
})

test('a white one with a sign on it is left as it is, once the sign is a tenth of it', () => {
  assert.equal(isFaintOf(NOTHING, BLACK, ...times(9, WHITE)), false)
  assert.equal(isFaintOf(NOTHING, BLACK, ...times(10, WHITE)), true)
})

test('what has a ground of its own, or nothing on it, is left as it is', () => {
  assert.deepEqual([isFaintOf(WHITE, WHITE), isFaintOf(NOTHING, NOTHING), isFaintOf()], [false, false, false])
})
