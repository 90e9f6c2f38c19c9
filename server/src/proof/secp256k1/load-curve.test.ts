import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { until } from '../../../../test/support/until.ts'
import type { Curve } from './curve.ts'
import { startLibsecp256k1 } from './libsecp256k1.ts'
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
const library = await startLibsecp256k1()

describe('passSelfTest', () => {
  test('passes libsecp256k1 and noble', () => assert.deepEqual([library, noble].map(passSelfTest), [true, true]))

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
    test(`fails a library that ${title}`, async () => {
      const wrong = { ...library, ...operation }
      assert.equal(passSelfTest(wrong), false)
      assert.equal(await loadCurve(async () => wrong), noble)
    })
})

describe('loadCurve', () => {
  test('uses libsecp256k1', () => assert.equal(curve.kind, 'webassembly'))

  test('uses noble where WebAssembly cannot be started', async () => {
    const refuse = () => {
      throw new Error('WebAssembly is disabled')
    }
    assert.equal(await loadCurve(refuse), noble)
    assert.equal(await loadCurve(async () => refuse()), noble)
  })
})

/** Counts the instances, and waits until the last one has started. */
async function countStarts(startOne: () => Promise<Curve>) {
  const starts: Promise<Curve>[] = []
  const counted = await loadCurve(() => {
    starts.push(startOne())
    return starts.at(-1) ?? startOne()
  })
  return {
    counted,
    starts: () => starts.length,
    settled: () =>
      until(
        () => counted.kind,
        (kind) => kind === 'webassembly',
        'another instance has started',
      ),
  }
}

describe('a call that traps', () => {
  const otherHash = new Uint8Array(32).fill(9)
  const trigger = secp256k1.sign(otherHash, privateKey, { prehash: false })

  /** An instance that trapped once traps at every call, as one whose stack is exhausted does. */
  async function startWithTraps(): Promise<Curve> {
    let isDamaged = false
    return {
      ...library,
      verifyEcdsa(signed, ...rest) {
        isDamaged ||= signed === trigger
        if (isDamaged) throw new Error('unreachable')
        return library.verifyEcdsa(signed, ...rest)
      },
    }
  }

  test('is answered by noble, and later calls by another instance', async () => {
    const { counted, starts, settled } = await countStarts(startWithTraps)
    for (const expected of [2, 3]) {
      assert.equal(counted.verifyEcdsa(trigger, otherHash, key), true)
      assert.equal(counted.kind, 'javascript')
      assert.equal(counted.verifyEcdsa(signature, hash, key), true)
      await settled()
      assert.equal(counted.verifyEcdsa(signature, hash, key), true)
      assert.equal(counted.verifyEcdsa(signature, otherHash, key), false)
      assert.equal(starts(), expected)
    }
  })

  test('leaves noble in charge when no other instance starts', async () => {
    const instances = [startWithTraps]
    const counted = await loadCurve(async () => {
      const next = instances.pop()
      if (!next) throw new Error('out of memory')
      return next()
    })
    assert.equal(counted.verifyEcdsa(trigger, otherHash, key), true)
    await new Promise(setImmediate)
    assert.equal(counted.kind, 'javascript')
    assert.equal(counted.verifyEcdsa(signature, hash, key), true)
  })
})

describe('a trap of WebAssembly', () => {
  // libsecp256k1 aborts where it is used wrongly, as with a recovery ID that does not exist.
  const trap = (on: Curve) => on.recover(signature, 4 as 0, hash)

  test('happens at all', async () => {
    const own = await startLibsecp256k1()
    assert.throws(() => trap(own))
  })

  test('never leaves the process or a damaged instance', async () => {
    const { counted, starts, settled } = await countStarts(startLibsecp256k1)
    for (let count = 1; count <= 10; count++) {
      assert.equal(trap(counted), undefined)
      await settled()
      assert.equal(counted.verifyEcdsa(signature, hash, key), true)
      assert.equal(starts(), count + 1)
    }
  })
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
    test(`does not trap, and leaves the library usable after 4,000 calls: ${title}`, async () => {
      const { counted, starts } = await countStarts(startLibsecp256k1)
      const expected = call(noble)
      for (let count = 0; count < 4000; count++) assert.equal(call(counted), expected)
      assert.ok(isUsable(counted))
      assert.equal(starts(), 1)
    })
})
