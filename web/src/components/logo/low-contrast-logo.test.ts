import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLowContrast } from './low-contrast-logo.ts'

const CLEAR = [0, 0, 0, 0]
const WHITE = [255, 255, 255, 255]
const BLACK = [0, 0, 0, 255]
const PALE = [222, 222, 222, 255]
const YELLOW = [232, 197, 71, 255]
const SHADOW = [0, 0, 0, 100]

const isLowContrastOf = (...pixels: number[][]) => isLowContrast(new Uint8ClampedArray(pixels.flat()))
const repeatPixel = (count: number, pixel: number[]) => Array.from({ length: count }, () => pixel)

test('detects transparent images that are white or pale', () => {
  assert.deepEqual(
    [isLowContrastOf(WHITE, CLEAR), isLowContrastOf(PALE, CLEAR), isLowContrastOf(WHITE, SHADOW)],
    [true, true, true],
  )
})

test('ignores dark and colored images', () => {
  assert.deepEqual([isLowContrastOf(BLACK, CLEAR), isLowContrastOf(YELLOW, CLEAR)], [false, false])
})

test('ignores a white image once a tenth of it is visible', () => {
  assert.equal(isLowContrastOf(CLEAR, BLACK, ...repeatPixel(9, WHITE)), false)
  assert.equal(isLowContrastOf(CLEAR, BLACK, ...repeatPixel(10, WHITE)), true)
})

test('ignores opaque and empty images', () => {
  assert.deepEqual(
    [isLowContrastOf(WHITE, WHITE), isLowContrastOf(CLEAR, CLEAR), isLowContrastOf()],
    [false, false, false],
  )
})
