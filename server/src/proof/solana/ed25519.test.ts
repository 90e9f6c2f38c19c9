import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import { speccheckCases } from '../../../../test/support/vectors/speccheck-ed25519.ts'
import { wycheproofVectors } from '../../../../test/support/vectors/wycheproof-ed25519.ts'
import { isCanonical, isOnCurve, isSmallOrder, isStrictSignature, verifyEd25519 } from './ed25519.ts'

type Signed = { key: string; message: string; signature: string }

/** In the order of the verifier. */
function verifyStrictly({ key, message, signature }: Signed): boolean {
  const [keyBytes, signatureBytes] = [Buffer.from(key, 'hex'), Buffer.from(signature, 'hex')]
  if (isSmallOrder(keyBytes) || !isCanonical(keyBytes)) return false
  if (signatureBytes.length !== 64 || !isStrictSignature(signatureBytes)) return false
  return verifyEd25519(keyBytes, Buffer.from(message, 'hex'), signatureBytes)
}

function verifyWithNoble({ key, message, signature }: Signed): boolean {
  const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
  return ed25519.verify(bytes(signature), bytes(message), bytes(key), { zip215: false })
}

describe('verifyEd25519 with its checks', () => {
  for (const vector of wycheproofVectors)
    test(`${vector.valid ? 'accepts' : 'rejects'} case ${vector.id} of Wycheproof`, () => {
      assert.equal(verifyStrictly(vector), vector.valid)
    })

  test('runs every case of Wycheproof', () => {
    assert.equal(wycheproofVectors.length, 151)
    assert.equal(wycheproofVectors.filter(({ valid }) => valid).length, 88)
  })

  for (const each of speccheckCases) {
    // Only the holder of such a key can sign so, and Solana itself accepts it.
    const accepted = each.title === 'mixed-order key and R, valid without the cofactor'
    test(`${accepted ? 'accepts' : 'rejects'} a ${each.title}`, () => assert.equal(verifyStrictly(each), accepted))
  }

  test('agrees with noble on random keys, messages and changed bits', () => {
    for (let round = 0; round < 60; round++) {
      const seed = createHash('sha256').update(`differential ${round}`).digest()
      const message = Buffer.concat([seed, seed]).subarray(0, round)
      const [key, signature] = [Buffer.from(ed25519.getPublicKey(seed)), Buffer.from(ed25519.sign(message, seed))]
      const signed = { key: toHex(key), message: toHex(message), signature: toHex(signature) }
      assert.equal(verifyStrictly(signed), true)
      const bit = seed.readUInt16LE(0)
      const changed = [
        { ...signed, signature: toHex(flipBit(signature, bit % 512)) },
        { ...signed, key: toHex(flipBit(key, bit % 256)) },
        { ...signed, message: `${signed.message}00` },
      ]
      for (const each of changed) assert.deepEqual([verifyStrictly(each), verifyWithNoble(each)], [false, false])
    }
  })

  test('agrees with noble on random bytes as a key', () => {
    for (let round = 0; round < 60; round++) {
      const key = createHash('sha256').update(`point ${round}`).digest()
      const signature = Buffer.concat([key, createHash('sha256').update(key).digest()])
      const signed = { key: toHex(key), message: '', signature: toHex(signature) }
      assert.equal(verifyStrictly(signed), verifyWithNoble(signed))
    }
  })
})

const PRIME = (1n << 255n) - 19n
const encodeLittleEndian = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse()
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

function flipBit(bytes: Buffer, bit: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return changed
}

/** The multiples of a point of order 8, encoded by noble. */
function torsionPoints(): Buffer[] {
  const generator = ed25519.Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a')
  const points = [ed25519.Point.ZERO]
  for (let each = generator; !each.is0(); each = each.add(generator)) points.push(each)
  return points.map((point) => Buffer.from(point.toBytes()))
}

describe('isSmallOrder', () => {
  test('finds the eight points of the torsion subgroup', () => {
    const points = torsionPoints()
    assert.equal(new Set(points.map(toHex)).size, 8)
    for (const point of points) assert.equal(isSmallOrder(point), true, toHex(point))
  })

  test('finds their six other encodings', () => {
    const sign = 1n << 255n
    const others = [1n | sign, (PRIME - 1n) | sign, PRIME, PRIME | sign, PRIME + 1n, (PRIME + 1n) | sign]
    const encodings = others.map(encodeLittleEndian)
    const canonical = torsionPoints().map(toHex)
    for (const point of encodings) {
      assert.equal(isSmallOrder(point), true, toHex(point))
      assert.equal(canonical.includes(toHex(point)), false)
    }
  })

  test('leaves other points alone', () => {
    for (const key of new Set(wycheproofVectors.map((vector) => vector.key)))
      assert.equal(isSmallOrder(Buffer.from(key, 'hex')), false)
    for (const y of [2n, 3n, PRIME - 2n, PRIME + 2n]) assert.equal(isSmallOrder(encodeLittleEndian(y)), false)
  })
})

describe('isCanonical', () => {
  test('accepts y below the prime with either sign', () => {
    for (const y of [0n, 1n, 3n, PRIME - 1n, PRIME - (1n << 200n)])
      for (const sign of [0n, 1n << 255n]) assert.equal(isCanonical(encodeLittleEndian(y | sign)), true)
  })

  test('rejects the 19 larger values with either sign', () => {
    for (let above = 0n; above < 19n; above++)
      for (const sign of [0n, 1n << 255n]) assert.equal(isCanonical(encodeLittleEndian((PRIME + above) | sign)), false)
  })
})

describe('isStrictSignature', () => {
  const ORDER = ed25519.Point.Fn.ORDER
  const r = encodeLittleEndian(3n)
  const withScalar = (s: bigint) => Buffer.concat([r, encodeLittleEndian(s)])

  test('accepts scalars below the order', () => {
    for (const s of [0n, 1n, ORDER - 1n, ORDER >> 1n]) assert.equal(isStrictSignature(withScalar(s)), true)
  })

  test('rejects the order and every larger scalar', () => {
    for (const s of [ORDER, ORDER + 1n, ORDER << 1n, (1n << 253n) + 1n, (1n << 256n) - 1n])
      assert.equal(isStrictSignature(withScalar(s)), false)
  })

  test('rejects R of small order and R above the prime', () => {
    for (const point of [...torsionPoints(), encodeLittleEndian(PRIME + 3n)])
      assert.equal(isStrictSignature(Buffer.concat([point, encodeLittleEndian(1n)])), false)
  })
})

describe('isOnCurve', () => {
  test('agrees with the keys of Wycheproof', () => {
    for (const key of new Set(wycheproofVectors.map((vector) => vector.key)))
      assert.equal(isOnCurve(Buffer.from(key, 'hex')), true)
  })

  test('rejects values that are no point', () => {
    assert.equal(isOnCurve(encodeLittleEndian(2n)), false)
    assert.equal(isOnCurve(encodeLittleEndian(PRIME + 2n)), false)
  })
})
