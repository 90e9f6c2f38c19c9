/** Checks signatures with libsecp256k1 as a native addon, or noble. The addon is used only after a self-test. */

import { loadNoble, loadSecp256k1Addon, type Secp256k1Addon } from '../secp256k1.ts'
import { tagHash } from './hash.ts'

/** `signature` has 64 bytes: r and s. */
export type Curve = {
  kind: 'native' | 'plain'
  verifyEcdsa(signature: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean
  /** BIP-340. `x` is the public key. */
  verifySchnorr(signature: Uint8Array, hash: Uint8Array, x: Uint8Array): boolean
  isOnCurve(x: Uint8Array): boolean
}

export function loadCurve(addon = loadSecp256k1Addon()): Curve {
  const native = addon && nativeCurve(addon)
  return native && passSelfTest(native) ? native : plainCurve
}

const hashChallenge = tagHash('BIP0340/challenge')

export function nativeCurve(addon: Secp256k1Addon): Curve {
  return {
    kind: 'native',
    verifyEcdsa: (signature, hash, publicKey) => succeeds(() => addon.ecdsaVerify(signature, hash, publicKey)),
    verifySchnorr: (signature, hash, x) =>
      succeeds(() => {
        const r = signature.subarray(0, 32)
        const negated = addon.privateKeyNegate(hashChallenge(r, x, hash))
        // R = s * G - e * P: the addon has no Schnorr signatures, and noble takes twenty times as long.
        const point = addon.publicKeyTweakAdd(addon.publicKeyTweakMul(evenKey(x), negated), signature.subarray(32))
        return point[0] === EVEN && Buffer.compare(point.subarray(1), r) === 0
      }),
    isOnCurve: (x) => succeeds(() => addon.publicKeyVerify(evenKey(x))),
  }
}

export const plainCurve: Curve = {
  kind: 'plain',
  verifyEcdsa(signature, hash, publicKey) {
    const { secp256k1 } = loadNoble()
    return succeeds(() => secp256k1.verify(signature, hash, publicKey, { prehash: false }))
  },
  verifySchnorr: (signature, hash, x) => loadNoble().schnorr.verify(signature, hash, x),
  isOnCurve: (x) => loadNoble().secp256k1.utils.isValidPublicKey(evenKey(x), true),
}

const EVEN = 2

/** The key with this x and an even y, compressed. */
function evenKey(x: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from([EVEN]), x])
}

function succeeds(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

const bytes = (hex: string) => Buffer.from(hex, 'hex')

const KNOWN_HASH = new Uint8Array(32).fill(7)
const KNOWN_X = bytes('4d4b6cd1361032ca9bd2aeb9d900aa4d45d9ead80ac9423374c451a7254d0766')
const KNOWN_ECDSA = bytes(
  'db58207ef41c511b5405e7ebd6a3b0f671cdf94d482b534465af19859ff420c136931e142b174375f5f7aa32268c33a2fd6adfcd98814848f01a899b77e4bfc5',
)
const KNOWN_SCHNORR = bytes(
  'ce1def2aad1c66e0d829713d83a873ee242ec5d1a11aebc38c3176c81d3e504c3071fedc46cb8d17e5c1396537cb3508df79ad11c4ea63f3bee93fa8edfd5d7c',
)

/** Signatures of `KNOWN_HASH` by one key, made with noble. */
export function passSelfTest(curve: Curve): boolean {
  const otherHash = new Uint8Array(32).fill(8)
  const key = evenKey(KNOWN_X)
  return (
    curve.verifyEcdsa(KNOWN_ECDSA, KNOWN_HASH, key) &&
    !curve.verifyEcdsa(KNOWN_ECDSA, otherHash, key) &&
    !curve.verifyEcdsa(new Uint8Array(64), KNOWN_HASH, key) &&
    curve.verifySchnorr(KNOWN_SCHNORR, KNOWN_HASH, KNOWN_X) &&
    !curve.verifySchnorr(KNOWN_SCHNORR, otherHash, KNOWN_X) &&
    !curve.verifySchnorr(new Uint8Array(64), KNOWN_HASH, KNOWN_X) &&
    curve.isOnCurve(KNOWN_X) &&
    !curve.isOnCurve(new Uint8Array(32).fill(0xff))
  )
}

export const curve = loadCurve()
