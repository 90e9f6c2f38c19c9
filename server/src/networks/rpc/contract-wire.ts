/** The parts of the contract ABI that signature checks need. Hex without `0x` unless noted. */

/** The suffix of an ERC-6492 signature. */
export const WRAPPED = '6492'.repeat(16)

/** A number, an address or 32 bytes as one word. */
export function encodeWord(value: number | string | Uint8Array): string {
  if (typeof value === 'number') return value.toString(16).padStart(64, '0')
  const digits = typeof value === 'string' ? value.slice(2) : Buffer.from(value).toString('hex')
  return digits.padStart(64, '0')
}

export function encodeBytes(hex: string): string {
  const digits = hex.slice(2)
  return encodeWord(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}

/** The factory of the account, and the signature of the account itself. `0x`, lower case. */
export type Wrapper = { factory: string; signature: string }

/** ERC-6492: `abi.encode(factory, call, signature)` before the suffix; undefined if malformed. */
export function readWrapper(wrapped: string): Wrapper | undefined {
  const body = Buffer.from(wrapped.slice(2, -WRAPPED.length), 'hex')
  const factory = body.subarray(12, 32)
  const call = readBytes(body, 32)
  const signature = readBytes(body, 64)
  if (!call || !signature || !isZero(body.subarray(0, 12))) return undefined
  return { factory: `0x${factory.toString('hex')}`, signature: `0x${signature.toString('hex')}` }
}

/** The bytes at the offset in the word at `at`. */
function readBytes(body: Buffer, at: number): Buffer | undefined {
  const start = readNumber(body, at)
  const length = start === undefined ? undefined : readNumber(body, start)
  if (start === undefined || length === undefined || start + 32 + length > body.length) return undefined
  return body.subarray(start + 32, start + 32 + length)
}

/** An offset or length: at most four bytes. */
function readNumber(body: Buffer, at: number): number | undefined {
  if (at + 32 > body.length || !isZero(body.subarray(at, at + 28))) return undefined
  return body.readUInt32BE(at + 28)
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}
