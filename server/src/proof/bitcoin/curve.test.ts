import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Bip340Vector, invalidVectors, validVectors } from '../../../../test/support/vectors/bip340.ts'
import { loadSecp256k1Addon } from '../secp256k1.ts'
import { type Curve, loadCurve, nativeCurve, passSelfTest, plainCurve } from './curve.ts'

const bytes = (hex: string) => Buffer.from(hex, 'hex')
const NOT_ON_CURVE = bytes('EEFDEA4CDB677750A420FEE807EACF21EB9898AE79B9768766E4FAA04A2D4A34')

const addon = loadSecp256k1Addon()
assert.ok(addon, 'the addon is built wherever the tests run')

for (const curve of [nativeCurve(addon), plainCurve]) {
  const verify = ({ signature, message, key }: Bip340Vector) =>
    curve.verifySchnorr(bytes(signature), bytes(message), bytes(key))

  describe(`Schnorr signatures, ${curve.kind}`, () => {
    for (const vector of validVectors) test(`accepts: ${vector.comment}`, () => assert.equal(verify(vector), true))
    for (const vector of invalidVectors) test(`rejects: ${vector.comment}`, () => assert.equal(verify(vector), false))
  })

  test(`knows which keys are on the curve, ${curve.kind}`, () => {
    for (const { key } of validVectors) assert.equal(curve.isOnCurve(bytes(key)), true)
    assert.equal(curve.isOnCurve(NOT_ON_CURVE), false)
    assert.equal(curve.isOnCurve(new Uint8Array(32)), false)
    assert.equal(curve.isOnCurve(new Uint8Array(32).fill(0xff)), false)
  })

  test(`passes its self-test, ${curve.kind}`, () => assert.equal(passSelfTest(curve), true))
}

describe('loadCurve', () => {
  test('uses the addon', () => assert.equal(loadCurve().kind, 'native'))

  test('uses noble if an operation of the addon is wrong', () => {
    const wrong = [
      { ecdsaVerify: () => true },
      { ecdsaVerify: () => false },
      { publicKeyVerify: () => true },
      { publicKeyVerify: () => false },
      { publicKeyTweakMul: (key: Uint8Array) => key },
      { publicKeyTweakAdd: (key: Uint8Array) => key },
      { privateKeyNegate: (scalar: Uint8Array) => scalar },
    ]
    for (const operation of wrong) assert.equal(loadCurve({ ...addon, ...operation }).kind, 'plain')
  })

  test('fails the self-test of a curve that accepts every signature', () => {
    const accepting: Curve = { ...plainCurve, verifySchnorr: () => true }
    assert.equal(passSelfTest(accepting), false)
  })
})
