/** Encodings of ECDSA signatures. Both must be the only encoding of their signature. */

import { AppError } from '@countersign/contract/error/errors.ts'

const SIGHASH_ALL = 1

/** A signature of a script: DER as BIP-66 demands, low s, SIGHASH_ALL. Returns r and s, 64 bytes. */
export function readScriptSignature(bytes: Uint8Array): Uint8Array {
  if (bytes.at(-1) !== SIGHASH_ALL) throw malformed()
  const content = bytes.subarray(2, -1)
  if (bytes[0] !== 0x30 || bytes[1] !== content.length) throw malformed()
  const r = readInteger(content)
  const s = readInteger(content.subarray(2 + (content[1] ?? 0)))
  if (r.length + s.length + 4 !== content.length) throw malformed()
  return requireCanonical(Buffer.concat([padded(r), padded(s)]))
}

/** Not negative, no needless zero byte. One without bytes is zero, which is out of range. */
function readInteger(bytes: Uint8Array): Uint8Array {
  const [tag, length = 0, first = 0x80, second = 0] = bytes
  const needlessZero = first === 0 && second < 0x80
  if (tag !== 2 || length + 2 > bytes.length || first >= 0x80 || needlessZero) throw malformed()
  return bytes.subarray(2, 2 + length)
}

function padded(integer: Uint8Array): Uint8Array {
  const digits = integer[0] === 0 ? integer.subarray(1) : integer
  if (digits.length > 32) throw malformed()
  return Buffer.concat([Buffer.alloc(32 - digits.length), digits])
}

const ORDER = Buffer.from('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'hex')
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex')
const ZERO = Buffer.alloc(32)

/** r and s are in range, and s is the lower of the two that are valid. */
export function requireCanonical(signature: Uint8Array): Uint8Array {
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)]
  const isZero = Buffer.compare(r, ZERO) === 0 || Buffer.compare(s, ZERO) === 0
  if (isZero || Buffer.compare(r, ORDER) >= 0 || Buffer.compare(s, HALF_ORDER) > 0) throw malformed()
  return signature
}

export function malformed(): AppError {
  return new AppError('signature_malformed')
}
