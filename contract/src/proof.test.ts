import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SIGNATURE_MAX_BYTES } from './limits.ts'
import { signatureKind } from './proof.ts'

const bytes = (count: number) => `0x${'ab'.repeat(count)}`

describe('signatureKind', () => {
  test('returns key for 65 bytes', () => assert.equal(signatureKind(bytes(65)), 'key'))
  test('returns key for the compact form of 64 bytes', () => assert.equal(signatureKind(bytes(64)), 'key'))
  test('accepts upper-case hex', () => assert.equal(signatureKind(`0x${'AB'.repeat(65)}`), 'key'))
  for (const count of [66, 97, 1000, SIGNATURE_MAX_BYTES])
    test(`returns contract for ${count} bytes`, () => assert.equal(signatureKind(bytes(count)), 'contract'))
  for (const count of [0, 1, 63, SIGNATURE_MAX_BYTES + 1])
    test(`rejects ${count} bytes`, () => assert.equal(signatureKind(bytes(count)), undefined))
  for (const text of [
    '',
    '0x',
    'ab'.repeat(65),
    `0X${'ab'.repeat(65)}`,
    `${bytes(65)}a`,
    `${bytes(64)}zz`,
    ` ${bytes(65)}`,
  ])
    test(`rejects ${JSON.stringify(text.slice(0, 8))}… (${text.length})`, () =>
      assert.equal(signatureKind(text), undefined))
})
