import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { decodeLabel } from './decode-label.ts'

const asString = (text: string) => encodeAbiParameters(parseAbiParameters('string'), [text])
const word = (value: bigint) => value.toString(16).padStart(64, '0')

describe('decodeLabel', () => {
  const labels: Record<string, [string, string | null]> = {
    'a string': [asString('Test Coin'), 'Test Coin'],
    'a string with an emoji': [asString('Cool 🐱'), 'Cool 🐱'],
    'a bytes32 name': [`0x${Buffer.from('Maker').toString('hex').padEnd(64, '0')}`, 'Maker'],
    'a bytes32 name that fills the word': [`0x${'61'.repeat(32)}`, 'a'.repeat(20)],
    'a string longer than the limit': [asString('b'.repeat(100_000)), 'b'.repeat(20)],
    'control and invisible characters': [asString('\u202eA\u0000\n\u200bB\u{e0001}'), 'AB'],
    'spaces around it': [asString('  A   B  '), 'A B'],
    'markup, which is text': [asString('<b>x</b>'), '<b>x</b>'],
    'an empty string': [asString(''), null],
    'an empty answer': ['0x', null],
    'a zero word': [`0x${word(0n)}`, null],
    'bytes that are not UTF-8': [`0x${word(32n)}${word(2n)}${'c328'.padEnd(64, '0')}`, null],
    'a length beyond the answer': [`0x${word(32n)}${word(1000n)}${'61'.repeat(32)}`, null],
    'a length of 256 bits': [`0x${word(32n)}${word(2n ** 256n - 1n)}${'61'.repeat(32)}`, null],
    'another offset': [`0x${word(64n)}${word(1n)}${'61'.repeat(32)}`, null],
    'no length': [`0x${word(32n)}${'00'.repeat(8)}`, null],
    'text that is not hex': ['hello', null],
  }
  for (const [title, [answer, label]] of Object.entries(labels))
    test(`decodes ${title}`, () => {
      assert.equal(decodeLabel(answer, 20), label)
    })

  test('cuts between characters', () => {
    assert.equal(decodeLabel(asString('🐱🐱🐱'), 3), '🐱')
    assert.equal(decodeLabel(asString(`a${'🐱'.repeat(2000)}`), 5000)?.length, 1 + 2 * 1023)
  })
})
