/** Strict Ed25519 (RFC 8032 without the cofactor): what OpenSSL tolerates in keys and signatures is refused first. */

import { verify } from 'node:crypto'
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
  return isBelow(withoutSign(point), PRIME)
}

/** One of the eight points whose signatures anyone can forge, in any of their 14 encodings. */
export function isSmallOrder(point: Buffer): boolean {
  const y = withoutSign(point)
  return SMALL_ORDER.some((each) => each.equals(y))
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
  return verify(null, signed, formatKey(key), signature)
}

/** PEM, since Node imports a string in half the time: for an object or a buffer it creates and catches errors. */
function formatKey(key: Buffer): string {
  return `-----BEGIN PUBLIC KEY-----\n${DER_PREFIX}${key.toString('base64')}\n-----END PUBLIC KEY-----`
}

/** The DER of an Ed25519 public key up to its 32 bytes; 12 bytes, which have no padding in base64. */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex').toString('base64')

const ORDER = Buffer.from('1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed', 'hex')
const PRIME = Buffer.from('7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed', 'hex')

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

/** Numbers in keys and signatures are little-endian, and `limit` is big-endian. */
function isBelow(value: Buffer, limit: Buffer): boolean {
  return Buffer.from(value).reverse().compare(limit) < 0
}
