/** The signature of Bitcoin Core's `signmessage`: a header byte, r and s. Proves P2PKH addresses only. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { curve } from '../secp256k1/load-curve.ts'
import { requireCanonical } from './ecdsa-encoding.ts'
import { doubleSha256, hash160 } from './hash.ts'

const UNCOMPRESSED_HEADER = 27
const COMPRESSED_HEADER = 31

/** `bytes` are 65. */
export function verifyLegacySignature(keyHash: Uint8Array, message: string, bytes: Uint8Array): void {
  const header = bytes[0] ?? 0
  const isCompressed = header >= COMPRESSED_HEADER
  const recovery = header - (isCompressed ? COMPRESSED_HEADER : UNCOMPRESSED_HEADER)
  // 2 and 3 are for an r above the order of the curve, which no signer produces. Headers above 34 name other addresses.
  if (recovery !== 0 && recovery !== 1) throw new AppError('signature_malformed')
  const key = curve.recover(requireCanonical(bytes.subarray(1)), recovery, hashLegacyMessage(message))
  const matches = key && Buffer.compare(hash160(isCompressed ? compressKey(key) : key), keyHash) === 0
  if (!matches) throw new AppError('signature_invalid')
}

function compressKey(key: Uint8Array): Uint8Array {
  const isOdd = (key[64] ?? 0) % 2
  return Buffer.concat([Buffer.from([2 + isOdd]), key.subarray(1, 33)])
}

const MAGIC = Buffer.from('\x18Bitcoin Signed Message:\n')

function hashLegacyMessage(message: string): Buffer {
  const text = Buffer.from(message)
  return doubleSha256(MAGIC, compactSize(text.length), text)
}

/** A message has at most 1,024 bytes. */
function compactSize(length: number): Buffer {
  return Buffer.from(length < 0xfd ? [length] : [0xfd, length & 0xff, length >> 8])
}
