import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readScriptSignature, requireCanonical } from './ecdsa-encoding.ts'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const malformed = { code: 'signature_malformed' }

const word = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
const compact = (r: bigint, s: bigint) => Buffer.concat([word(r), word(s)])

/** DER with the given bytes as integers, and SIGHASH_ALL. */
function der(r: number[], s: number[]): Uint8Array {
  const content = [2, r.length, ...r, 2, s.length, ...s]
  return Uint8Array.of(0x30, content.length, ...content, 1)
}

describe('readScriptSignature', () => {
  test('returns r and s with 32 bytes each', () => {
    assert.deepEqual(readScriptSignature(der([1], [2])), compact(1n, 2n))
    assert.deepEqual(readScriptSignature(der([0, 0x80], [0x7f])), compact(0x80n, 0x7fn))
    const long = [0, 0xff, ...Array(31).fill(1)]
    assert.deepEqual(readScriptSignature(der(long, [1])).subarray(0, 32), Buffer.from(long.slice(1)))
  })

  test('rejects an integer that is zero, negative, longer than needed or longer than 32 bytes', () => {
    const invalid = [[], [0], [0, 0], [0, 1], [0, 0x7f], [0x80], [0xff, 1], [1, ...Array(32).fill(0)]]
    for (const integer of invalid) {
      assert.throws(() => readScriptSignature(der(integer, [1])), malformed, `r ${integer}`)
      assert.throws(() => readScriptSignature(der([1], integer)), malformed, `s ${integer}`)
    }
  })

  test('rejects lengths that do not match the bytes', () => {
    const valid = [...der([1], [2])]
    const changed = (at: number, value: number) => Uint8Array.from(valid.with(at, value))
    for (const length of [0, 2, 3, 5, 0x7f, 0xff])
      for (const at of [3, 6]) assert.throws(() => readScriptSignature(changed(at, length)), malformed, `${length}`)
    assert.throws(() => readScriptSignature(changed(1, 5)), malformed)
    assert.throws(() => readScriptSignature(changed(1, 7)), malformed)
    for (let length = 0; length < valid.length; length++)
      assert.throws(() => readScriptSignature(Uint8Array.from(valid.slice(0, length))), malformed)
    assert.throws(() => readScriptSignature(Uint8Array.from([...valid.slice(0, -1), 0, 1])), malformed)
  })

  test('rejects other tags and sighash types', () => {
    const valid = [...der([1], [2])]
    for (const at of [0, 2, 5, 8])
      assert.throws(() => readScriptSignature(Uint8Array.from(valid.with(at, 3))), malformed)
  })
})

describe('requireCanonical', () => {
  test('accepts r below the order and s up to half of it', () => {
    for (const signature of [compact(1n, 1n), compact(ORDER - 1n, ORDER >> 1n)])
      assert.equal(requireCanonical(signature), signature)
  })

  test('rejects everything else', () => {
    const invalid = [
      [0n, 1n],
      [1n, 0n],
      [ORDER, 1n],
      [ORDER + 1n, 1n],
      [1n, (ORDER >> 1n) + 1n],
      [1n, ORDER - 1n],
      [1n, ORDER + 1n],
    ] as const
    for (const [r, s] of invalid) assert.throws(() => requireCanonical(compact(r, s)), malformed, `${r} ${s}`)
  })
})
