/** Strict Ed25519 (RFC 8032 without the cofactor): what OpenSSL tolerates in keys and signatures is refused first. */

import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { SOLANA_KEYS_CACHED } from '@countersign/contract/limits/family-limits.ts'
import { ed25519 } from '@noble/curves/ed25519.js'

export const KEY_BYTES = 32
export const SIGNATURE_BYTES = 64

/** Both points have one encoding only and a large order, and the scalar is reduced. */
export function isStrictSignature(signature: Buffer): boolean {
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)]
  return isCanonical(r) && !isSmallOrder(r) && isBelow(s, ORDER)
}

/** The y coordinate is below the field's prime. */
export function isCanonical(point: Buffer): boolean {
  // Only y from 2^255 - 19 on is not, whose upper bits are all ones.
  return ((point[31] ?? 0) & 0x7f) !== 0x7f || isBelow(withoutSign(point), PRIME)
}

/** One of the eight points whose signatures anyone can forge, in any of their 14 encodings. */
export function isSmallOrder(point: Buffer): boolean {
  return SMALL_ORDER.some((each) => each[0] === point[0] && each.equals(withoutSign(point)))
}

/** Half of all 32-byte values are no point. Slower than a whole verification, which includes it. */
export function isOnCurve(point: Buffer): boolean {
  try {
    ed25519.Point.fromBytes(point)
    return true
  } catch {
    return false
  }
}

/** Key and signature must have passed the checks above; false also if the key is not on the curve. */
export function verifyEd25519(key: Buffer, signed: Uint8Array, signature: Buffer): boolean {
  const encoded = key.toString('base64')
  const imported = cachedKeys.get(encoded) ?? importKey(encoded)
  const valid = verify(null, signed, imported, signature)
  if (valid) cacheKey(encoded, imported)
  return valid
}

/** Node imports a string in half the time of an object: objects make it create and catch errors. */
function importKey(encoded: string): KeyObject {
  return createPublicKey(`-----BEGIN PUBLIC KEY-----\n${DER_PREFIX}${encoded}\n-----END PUBLIC KEY-----`)
}

/** The DER of an Ed25519 public key before its 32 bytes; 12 bytes, so base64 needs no padding. */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex').toString('base64')

/** Only keys that signed, so that invented ones do not displace them. */
const cachedKeys = new Map<string, KeyObject>()

function cacheKey(encoded: string, key: KeyObject): void {
  if (cachedKeys.has(encoded)) return
  for (const oldest of cachedKeys.keys()) {
    if (cachedKeys.size < SOLANA_KEYS_CACHED) break
    cachedKeys.delete(oldest)
  }
  cachedKeys.set(encoded, key)
}

// All numbers are little-endian.
const ORDER = Buffer.from('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010', 'hex')
const PRIME = Buffer.from('edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f', 'hex')

/** The y coordinates 0, 1, p - 1, those of the points of order 8, and p and p + 1 as other spellings of 0 and 1. */
const SMALL_ORDER = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
].map((hex) => Buffer.from(hex, 'hex'))

/** The top bit is the sign of x. */
function withoutSign(point: Buffer): Buffer {
  const y = Buffer.from(point)
  y[31] = (y[31] ?? 0) & 0x7f
  return y
}

function isBelow(value: Buffer, limit: Buffer): boolean {
  for (let at = value.length - 1; at >= 0; at--) {
    const difference = (value[at] ?? 0) - (limit[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
