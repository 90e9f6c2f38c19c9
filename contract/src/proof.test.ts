import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SIGNATURE_MAX_BYTES } from './limits.ts'
import { signatureKind } from './proof.ts'

const bytes = (count: number) => `0x${'ab'.repeat(count)}`

describe('a signature', () => {
  test('of 65 bytes is made by a key', () => assert.equal(signatureKind(bytes(65)), 'key'))
  test('of 64 bytes is made by a key, in the compact form', () => assert.equal(signatureKind(bytes(64)), 'key'))
  test('in capitals is read the same', () => assert.equal(signatureKind(`0x${'AB'.repeat(65)}`), 'key'))
  for (const count of [66, 97, 1000, SIGNATURE_MAX_BYTES])
    test(`of ${count} bytes is made by a contract`, () => assert.equal(signatureKind(bytes(count)), 'contract'))
  for (const count of [0, 1, 63, SIGNATURE_MAX_BYTES + 1])
    test(`of ${count} bytes is none`, () => assert.equal(signatureKind(bytes(count)), undefined))
  for (const text of [
    '',
    '0x',
    'ab'.repeat(65),
    `0X${'ab'.repeat(65)}`,
    `${bytes(65)}a`,
    `${bytes(64)}zz`,
    ` ${bytes(65)}`,
  ])
    test(`written as ${JSON.stringify(text.slice(0, 8))}… (${text.length}) is none`, () =>
      assert.equal(signatureKind(text), undefined))
})
