import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bech32, bech32m } from '@scure/base'
import { createRandom } from '../../../../test/support/seeded-random.ts'
import { bytesOf, decodeBech32 } from './bech32.ts'

/** What another implementation reads. */
function expectedOf(text: string) {
  for (const [encoding, coder] of [
    ['bech32', bech32],
    ['bech32m', bech32m],
  ] as const) {
    const found = coder.decodeUnsafe(text)
    if (found) return { encoding, prefix: found.prefix, words: [...found.words] }
  }
  return undefined
}

function bytesExpectedOf(words: number[]): Uint8Array | undefined {
  try {
    return bech32.fromWords(words)
  } catch {
    return undefined
  }
}

const random = createRandom(32)
const words = (most: number) => Array.from({ length: random.below(most) }, () => random.below(32))
const prefix = () => random.pick(['bc', 'tb', 'bcrt', 'a', '1', 'split', '!~', 'x1y'])
const texts = Array.from({ length: 1500 }, () => random.pick([bech32, bech32m]).encode(prefix(), words(70), false))
const at = (text: string) => random.below(text.length)

const CHANGES: Record<string, (text: string) => string> = {
  'as they are': (text) => text,
  'in upper case': (text) => text.toUpperCase(),
  'in mixed case': (text) => text.slice(0, 1).toUpperCase() + text.slice(1),
  'with another character': (text) => text.slice(0, at(text)) + random.text(1) + text.slice(at(text)),
  'with a character replaced': (text) => {
    const index = at(text)
    return text.slice(0, index) + random.pick([...'qpzry9x8gf2tvdw0s3jn54khce6mua7l1bio']) + text.slice(index + 1)
  },
  'cut off': (text) => text.slice(0, at(text)),
  'without a prefix': (text) => text.slice(text.lastIndexOf('1')),
  'after a space or a control character': (text) => random.pick([' ', '\u0000', '\u007f', 'é', '\u212a']) + text,
}

describe('decodeBech32 answers as another implementation does', () => {
  for (const [title, change] of Object.entries(CHANGES))
    test(`for texts ${title}`, () => {
      for (const text of texts.map(change)) assert.deepEqual(decodeBech32(text), expectedOf(text), text)
    })

  test('for texts of up to 90 characters and longer', () => {
    for (const length of [0, 1, 80, 81, 82, 83, 120]) {
      const text = bech32.encode('bc', new Array(length).fill(0), false)
      assert.deepEqual(decodeBech32(text), expectedOf(text), text)
    }
  })
})

test('bytesOf answers as another implementation does', () => {
  for (let round = 0; round < 3000; round++) {
    const each = words(20)
    const last = each.length - 1
    if (random.chance(0.5) && last >= 0) each[last] = random.pick([0, 8, 16, 24])
    assert.deepEqual(bytesOf(each), bytesExpectedOf(each), String(each))
  }
})
