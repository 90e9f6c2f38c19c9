/** Reads and writes ECDSA signatures in DER, without any check. */

export const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Of a signature that is known to be valid. */
export function derOf(der: Uint8Array): { r: bigint; s: bigint } {
  const length = der[3] ?? 0
  return { r: toNumber(der.subarray(4, 4 + length)), s: toNumber(der.subarray(6 + length)) }
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

/** The shortest form that is not negative: at least one byte. */
export function toInteger(value: bigint): Uint8Array {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Uint8Array.from((bytes[0] ?? 0) >= 0x80 ? [0, ...bytes] : bytes)
}

export function toScalar(value: bigint): Uint8Array {
  return Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))
}

/** The integers are written as they are given. */
export function encodeDer(r: Uint8Array, s: Uint8Array): Uint8Array {
  return Uint8Array.of(0x30, r.length + s.length + 4, 2, r.length, ...r, 2, s.length, ...s)
}
