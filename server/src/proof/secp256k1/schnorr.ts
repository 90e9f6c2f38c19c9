/** BIP-340 with the recovery of ECDSA, in one multiplication by two scalars. */

import type { Curve } from './curve.ts'
import { tagHash } from './tag-hash.ts'

const hashChallenge = tagHash('BIP0340/challenge')

/** The order of the group (SEC 2). */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const SIGNATURE_LENGTH = 64
const WORD = 32

type Signed = { signature: Uint8Array; hash: Uint8Array; x: Uint8Array }

/**
 * The signature is valid if R = s * G - e * P has an even y and r as its x. Recovery computes (t * P - z * G) / x for a
 * point P with an even y, which is that R for t = -e * x and z = -s * x. Keys from the order to the prime of the field,
 * which nobody can find, are refused.
 */
export function verifySchnorrByRecovery(recover: Curve['recover'], { signature, hash, x }: Signed): boolean {
  if (signature.length !== SIGNATURE_LENGTH || hash.length !== WORD || x.length !== WORD) return false
  const r = signature.subarray(0, WORD)
  const s = numberOf(signature.subarray(WORD))
  if (s >= ORDER) return false
  const e = numberOf(hashChallenge(r, x, hash))
  const key = numberOf(x)
  const z = ORDER - ((s * key) % ORDER)
  const t = ORDER - ((e * key) % ORDER)
  const point = recover(Buffer.concat([x, wordOf(t)]), 0, wordOf(z % ORDER))
  return point !== undefined && isEven(point) && Buffer.compare(point.subarray(1, 1 + WORD), r) === 0
}

function isEven(uncompressed: Uint8Array): boolean {
  return ((uncompressed.at(-1) ?? 1) & 1) === 0
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

function wordOf(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(2 * WORD, '0'), 'hex')
}
