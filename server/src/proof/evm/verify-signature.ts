import { AppError } from '@countersign/contract/error/errors.ts'
import { signatureKind } from '@countersign/contract/proof.ts'
import { addressOfKey, isChecksummed, isReservedAddress } from '../../platform/crypto/address.ts'
import { keccak256 } from '../../platform/crypto/hash.ts'
import { curve } from '../secp256k1/load-curve.ts'

type SignedMessage = { address: string; message: string; signature: string }

export function verifyEvmProof({ address, message, signature }: SignedMessage): void {
  const lower = address.toLowerCase()
  if (isReservedAddress(lower)) throw new AppError('address_invalid', { detail: 'The address is reserved.' })
  if (!isChecksummed(address))
    throw new AppError('address_invalid', { detail: 'The address has an invalid EIP-55 checksum.' })
  const kind = signatureKind(signature)
  if (kind === undefined) throw new AppError('signature_malformed')
  if (kind === 'contract') throw new AppError('network_not_configured')
  if (recoverSigner(message, signature) !== lower) throw new AppError('signature_invalid')
}

/** Lower case; undefined if the signature is invalid. */
export function recoverSigner(message: string, signature: string): string | undefined {
  const { rs, bit } = splitSignature(Buffer.from(signature.slice(2), 'hex'))
  const key = curve.recover(rs, bit, hashMessage(message))
  return key && addressOfKey(key)
}

// Half the curve order: signatures with a larger s are malleable and rejected.
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex')
const ORDER = Buffer.from('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'hex')

function splitSignature(bytes: Buffer): { rs: Buffer; bit: 0 | 1 } {
  const { rs, bit } = bytes.length === 64 ? fromCompact(bytes) : { rs: bytes.subarray(0, 64), bit: parityOf(bytes[64]) }
  const [r, s] = [rs.subarray(0, 32), rs.subarray(32)]
  const outside = isZero(r) || isZero(s) || Buffer.compare(r, ORDER) >= 0 || Buffer.compare(s, HALF_ORDER) > 0
  if (outside || bit === undefined) throw new AppError('signature_malformed')
  return { rs, bit }
}

/** EIP-2098: the parity is the top bit of s. */
function fromCompact(bytes: Buffer): { rs: Buffer; bit: 0 | 1 } {
  const rs = Buffer.from(bytes)
  const top = rs[32] ?? 0
  rs[32] = top & 0x7f
  return { rs, bit: top & 0x80 ? 1 : 0 }
}

function parityOf(v: number | undefined): 0 | 1 | undefined {
  if (v === 27 || v === 0) return 0
  if (v === 28 || v === 1) return 1
  return undefined
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}

/** ERC-191. */
export function hashMessage(message: string): Uint8Array {
  // The message is ASCII, so its length is its number of bytes.
  return keccak256(`\x19Ethereum Signed Message:\n${message.length}${message}`)
}
