import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GIF, jpeg, png, SVG, webp } from '../../../../test/support/images.ts'
import { readImageInfo } from './image.ts'

test('detects an image by its content', () => {
  const size = { width: 300, height: 200 }
  assert.deepEqual(readImageInfo(png(300, 200)), { mime: 'image/png', ...size })
  assert.deepEqual(readImageInfo(jpeg(300, 200)), { mime: 'image/jpeg', ...size })
  for (const kind of ['VP8 ', 'VP8L', 'VP8X'] as const)
    assert.deepEqual(readImageInfo(webp(kind, 300, 200)), { mime: 'image/webp', ...size })
})

test('rejects anything else, including truncated images', () => {
  const whole = [png(3, 2), jpeg(3, 2), webp('VP8 ', 3, 2), webp('VP8L', 3, 2), webp('VP8X', 3, 2)]
  for (const file of [GIF, SVG, Buffer.alloc(0), Buffer.alloc(64), png(0, 2), png(3, 0)])
    assert.equal(readImageInfo(file), undefined)
  for (const file of whole)
    for (let length = 0; length < 20; length++) assert.equal(readImageInfo(file.subarray(0, length)), undefined)
})
