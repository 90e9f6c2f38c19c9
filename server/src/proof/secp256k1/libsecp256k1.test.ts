import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { type Bip340Vector, invalidVectors, validVectors } from '../../../../test/support/vectors/bip340.ts'
import type { Curve } from './curve.ts'
import { curve } from './load-curve.ts'
import { noble } from './noble.ts'

const { n: ORDER, p: FIELD } = secp256k1.Point.CURVE()
const bytes = (hex: string) => Buffer.from(hex, 'hex')
const word = (value: bigint) => bytes(value.toString(16).padStart(64, '0'))
const numberOf = (part: Uint8Array) => BigInt(`0x${Buffer.from(part).toString('hex')}`)
const hexOf = (found: Uint8Array | undefined) => found && Buffer.from(found).toString('hex')
const NOT_ON_CURVE = bytes('EEFDEA4CDB677750A420FEE807EACF21EB9898AE79B9768766E4FAA04A2D4A34')

function sign() {
  const [privateKey, hash] = [secp256k1.utils.randomSecretKey(), randomBytes(32)]
  const signature = secp256k1.sign(hash, privateKey, { prehash: false })
  const key = secp256k1.getPublicKey(privateKey)
  return { hash, signature, key, x: key.subarray(1), schnorr: schnorr.sign(hash, privateKey) }
}

const known = sign()
const [r, s] = [known.signature.subarray(0, 32), known.signature.subarray(32)]

/** Small enough that r + n is below the field's prime, which recovery IDs 2 and 3 are for. */
const SMALL_R = [...Array(16).keys()].map((r) => word(BigInt(r)))

const SIGNATURES: Record<string, Uint8Array[]> = {
  'that are valid': [known.signature],
  'with a high s': [Buffer.concat([r, word(ORDER - numberOf(s))])],
  'with half the order as s': [ORDER / 2n, ORDER / 2n + 1n].map((high) => Buffer.concat([r, word(high)])),
  'with r or s of zero': [Buffer.concat([word(0n), s]), Buffer.concat([r, word(0n)]), new Uint8Array(64)],
  'with r from the order to the field': [ORDER - 1n, ORDER, ORDER + 1n, FIELD - 1n, FIELD, 2n ** 256n - 1n].map(
    (high) => Buffer.concat([word(high), s]),
  ),
  'with s from the order': [ORDER - 1n, ORDER, 2n ** 256n - 1n].map((high) => Buffer.concat([r, word(high)])),
  'with r on no point': [Buffer.concat([NOT_ON_CURVE, s])],
  'with r below the difference of field and order': SMALL_R.map((small) => Buffer.concat([small, s])),
  'of wrong lengths': [new Uint8Array(0), known.signature.subarray(1), Buffer.concat([known.signature, word(0n)])],
}

const KEYS: Record<string, Uint8Array[]> = {
  'of another signer': [sign().key],
  'that are uncompressed': [secp256k1.Point.fromBytes(known.key).toBytes(false)],
  'with the other parity': [Buffer.concat([bytes(known.key[0] === 2 ? '03' : '02'), known.x])],
  'with prefixes that do not exist': [0, 1, 5, 0xff].map((prefix) => Buffer.concat([Buffer.from([prefix]), known.x])),
  'in the hybrid form': [6, 7].map((prefix) => {
    const uncompressed = secp256k1.Point.fromBytes(known.key).toBytes(false)
    return Buffer.concat([Buffer.from([prefix]), uncompressed.subarray(1)])
  }),
  'on no point': [Buffer.concat([bytes('02'), NOT_ON_CURVE]), Buffer.concat([bytes('04'), word(1n), word(1n)])],
  'from the prime of the field': [FIELD, FIELD + 1n, 2n ** 256n - 1n].map((x) => Buffer.concat([bytes('02'), word(x)])),
  'of zero, or at infinity': [new Uint8Array(33), new Uint8Array(65), bytes('00')],
  'of wrong lengths': [new Uint8Array(0), known.x, Buffer.concat([known.key, bytes('00')]), new Uint8Array(66).fill(4)],
}

/** Everything that both answer for these arguments. */
function answers(on: Curve, changed: { signature?: Uint8Array; key?: Uint8Array; hash?: Uint8Array }) {
  const { signature, key, hash }: Record<'signature' | 'key' | 'hash', Uint8Array> = { ...known, ...changed }
  return {
    recovered: ([0, 1] as const).map((recovery) => hexOf(on.recover(signature, recovery, hash))),
    ecdsa: on.verifyEcdsa(signature, hash, key),
    schnorr: on.verifySchnorr(signature, hash, key.subarray(1)),
    isOnCurve: on.isOnCurve(key.subarray(1)),
  }
}

describe('libsecp256k1 answers as noble does', () => {
  for (const [title, signatures] of Object.entries(SIGNATURES))
    test(`for signatures ${title}`, () => {
      for (const signature of signatures) assert.deepEqual(answers(curve, { signature }), answers(noble, { signature }))
    })

  for (const [title, keys] of Object.entries(KEYS))
    test(`for keys ${title}`, () => {
      for (const key of keys) assert.deepEqual(answers(curve, { key }), answers(noble, { key }))
    })

  test('for hashes of zero, above the order and of wrong lengths', () => {
    const hashes = [new Uint8Array(32), new Uint8Array(32).fill(0xff), new Uint8Array(31), new Uint8Array(33)]
    for (const hash of hashes) assert.deepEqual(answers(curve, { hash }), answers(noble, { hash }))
  })

  test('for random signatures, and random bytes instead of each argument', () => {
    for (let round = 0; round < 8; round++) {
      const { signature, key, hash, x, schnorr: taproot } = sign()
      const random = {
        signature: randomBytes(64),
        hash: randomBytes(32),
        key: Buffer.concat([bytes('03'), randomBytes(32)]),
      }
      for (const changed of [{}, { signature: random.signature }, { hash: random.hash }, { key: random.key }]) {
        const signed = { signature, key, hash, ...changed }
        assert.deepEqual(answers(curve, signed), answers(noble, signed))
      }
      assert.equal(curve.verifyEcdsa(signature, hash, key), true)
      assert.equal(curve.verifySchnorr(taproot, hash, x), true)
      assert.equal(curve.verifySchnorr(taproot, random.hash, x), false)
    }
  })
})

for (const each of [curve, noble]) {
  const verify = ({ signature, message, key }: Bip340Vector) =>
    each.verifySchnorr(bytes(signature), bytes(message), bytes(key))

  describe(`Schnorr signatures in ${each.kind}`, () => {
    for (const vector of validVectors) test(`accepts: ${vector.comment}`, () => assert.equal(verify(vector), true))
    for (const vector of invalidVectors) test(`rejects: ${vector.comment}`, () => assert.equal(verify(vector), false))
  })

  test(`knows which keys are on the curve in ${each.kind}`, () => {
    for (const { key } of validVectors) assert.equal(each.isOnCurve(bytes(key)), true)
    for (const x of [NOT_ON_CURVE, word(0n), word(FIELD), new Uint8Array(32).fill(0xff)])
      assert.equal(each.isOnCurve(x), false)
  })
}
