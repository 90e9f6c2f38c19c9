import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import type { Curve } from './curve.ts'
import { compileLibsecp256k1 } from './libsecp256k1.ts'
import { curve, loadCurve } from './load-curve.ts'
import { noble } from './noble.ts'
import { passSelfTest } from './self-test.ts'

const privateKey = new Uint8Array(32).fill(3)
const hash = new Uint8Array(32).fill(7)
const key = secp256k1.getPublicKey(privateKey)
const signature = secp256k1.sign(hash, privateKey, { prehash: false })
const schnorrSignature = schnorr.sign(hash, privateKey)
const OUT_OF_RANGE = new Uint8Array(64).fill(0xff)
const COMPRESSED = Buffer.from([2])
const NOT_ON_CURVE = Buffer.from('EEFDEA4CDB677750A420FEE807EACF21EB9898AE79B9768766E4FAA04A2D4A34', 'hex')
const start = compileLibsecp256k1()

describe('passSelfTest', () => {
  test('passes libsecp256k1 and noble', () => assert.deepEqual([start(), noble].map(passSelfTest), [true, true]))

  const WRONG: Record<string, Partial<Curve>> = {
    'recovers the key of the other parity': {
      recover: (signed, recovery, of) => noble.recover(signed, recovery === 0 ? 1 : 0, of),
    },
    'recovers no key': { recover: () => undefined },
    'recovers a key from zeros': { recover: (...signed) => noble.recover(...signed) ?? new Uint8Array(65) },
    'accepts every ECDSA signature': { verifyEcdsa: () => true },
    'rejects every ECDSA signature': { verifyEcdsa: () => false },
    'accepts every Schnorr signature': { verifySchnorr: () => true },
    'rejects every Schnorr signature': { verifySchnorr: () => false },
    'finds every key on the curve': { isOnCurve: () => true },
    'finds no key on the curve': { isOnCurve: () => false },
  }
  for (const [title, operation] of Object.entries(WRONG))
    test(`fails a library that ${title}`, () => {
      assert.equal(passSelfTest({ ...start(), ...operation }), false)
      assert.equal(
        loadCurve(() => () => ({ ...start(), ...operation })),
        noble,
      )
    })
})

describe('loadCurve', () => {
  test('uses libsecp256k1', () => assert.equal(curve.kind, 'webassembly'))

  test('uses noble where WebAssembly cannot be compiled or started', () => {
    const refuse = () => {
      throw new Error('WebAssembly is disabled')
    }
    assert.equal(loadCurve(refuse), noble)
    assert.equal(
      loadCurve(() => refuse),
      noble,
    )
  })
})

/** An instance that trapped once traps at every call, as one whose stack is exhausted does. */
function withTraps(library: Curve, trapsAt: (signed: Uint8Array) => boolean): Curve {
  let isDamaged = false
  return {
    ...library,
    verifyEcdsa(signed, ...rest) {
      isDamaged ||= trapsAt(signed)
      if (isDamaged) throw new Error('unreachable')
      return library.verifyEcdsa(signed, ...rest)
    },
  }
}

/** Counts the instances that were started. */
function countStarts(startOne: () => Curve) {
  let starts = 0
  const counted = loadCurve(() => () => {
    starts++
    return startOne()
  })
  return { counted, starts: () => starts }
}

describe('a call that traps', () => {
  const otherHash = new Uint8Array(32).fill(9)
  const trigger = secp256k1.sign(otherHash, privateKey, { prehash: false })
  const { counted, starts } = countStarts(() => withTraps(start(), (signed) => signed === trigger))

  test('is answered by noble, and the next call by another instance', () => {
    for (const expected of [2, 3]) {
      assert.equal(counted.verifyEcdsa(trigger, otherHash, key), true)
      assert.equal(counted.verifyEcdsa(signature, hash, key), true)
      assert.equal(counted.verifyEcdsa(signature, otherHash, key), false)
      assert.equal(starts(), expected)
    }
  })
})

describe('a trap of WebAssembly', () => {
  // libsecp256k1 aborts where it is used wrongly, as with a recovery ID that does not exist.
  const trap = (on: Curve) => on.recover(signature, 4 as 0, hash)

  test('happens at all', () => assert.throws(() => trap(start()), { name: 'RuntimeError' }))

  test('never leaves the process or a damaged instance', () => {
    const { counted, starts } = countStarts(start)
    for (let count = 1; count <= 50; count++) {
      assert.equal(trap(counted), undefined)
      assert.equal(counted.verifyEcdsa(signature, hash, key), true)
      assert.equal(starts(), count + 1)
    }
  })
})

test('a call that traps is answered by noble while no other instance can start, and the next call tries again', () => {
  const trigger = Uint8Array.from(signature)
  let hasMemory = true
  const { counted, starts } = countStarts(() => {
    if (!hasMemory) throw new RangeError('WebAssembly.Instance(): Out of memory')
    return withTraps(start(), (signed) => signed === trigger)
  })
  hasMemory = false
  assert.equal(counted.verifyEcdsa(trigger, hash, key), true)
  assert.equal(counted.verifyEcdsa(signature, hash, key), true)
  hasMemory = true
  assert.equal(counted.verifyEcdsa(signature, hash, key), true)
  assert.equal(counted.verifyEcdsa(signature, hash, key), true)
  assert.equal(starts(), 4)
})

describe('hostile input', () => {
  const isUsable = (on: Curve) =>
    on.verifyEcdsa(signature, hash, key) && on.verifySchnorr(schnorrSignature, hash, key.subarray(1))

  const CALLS: Record<string, (on: Curve) => unknown> = {
    'recovery with r on no point': (on) => on.recover(new Uint8Array(64).fill(5), 0, hash),
    'recovery with numbers out of range': (on) => on.recover(OUT_OF_RANGE, 0, hash),
    'ECDSA with a key on no point': (on) => on.verifyEcdsa(signature, hash, Buffer.concat([COMPRESSED, NOT_ON_CURVE])),
    'ECDSA with numbers out of range': (on) => on.verifyEcdsa(OUT_OF_RANGE, hash, key),
    'Schnorr with a key on no point': (on) => on.verifySchnorr(schnorrSignature, hash, NOT_ON_CURVE),
    'Schnorr with numbers out of range': (on) => on.verifySchnorr(OUT_OF_RANGE, hash, key.subarray(1)),
  }
  for (const [title, call] of Object.entries(CALLS))
    test(`does not trap, and leaves the library usable after 4,000 calls: ${title}`, () => {
      const { counted, starts } = countStarts(start)
      const expected = call(noble)
      for (let count = 0; count < 4000; count++) assert.equal(call(counted), expected)
      assert.ok(isUsable(counted))
      assert.equal(starts(), 1)
    })
})
