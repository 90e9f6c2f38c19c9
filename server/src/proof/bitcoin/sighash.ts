/** The hashes that a BIP-322 signature signs: those of a transaction that spends a virtual one without coins. */

import { tagHash } from '../secp256k1/tag-hash.ts'
import { doubleSha256, join, sha256 } from './hash.ts'

/** The fields of `to_sign` that a full signature may set; a simple signature leaves them at zero. */
export type ToSign = { version: number; lockTime: number; sequence: number; prevout: Uint8Array }

const SIGHASH_ALL = 1

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const ZERO = u32(0)
const NO_AMOUNT = Buffer.alloc(8)

const hashMessage = tagHash('BIP0322-signed-message')

const TO_SPEND_START = Buffer.concat([
  ZERO,
  Buffer.from([1]),
  Buffer.alloc(32),
  u32(0xffffffff),
  Buffer.from([34, 0, 32]),
])
const TO_SPEND_MIDDLE = Buffer.concat([ZERO, Buffer.from([1]), NO_AMOUNT])

/** The output of `to_spend` that `to_sign` spends: its transaction id and index 0. */
export function prevoutOf(message: string, script: Uint8Array): Uint8Array {
  const hash = hashMessage(Buffer.from(message))
  const id = doubleSha256(TO_SPEND_START, hash, TO_SPEND_MIDDLE, prefixed(script), ZERO)
  return join([id, ZERO])
}

// An amount of zero and OP_RETURN.
const OUTPUT = Buffer.concat([NO_AMOUNT, Buffer.from([1, 0x6a])])

/** For P2PKH. */
export function legacySighash({ version, lockTime, sequence, prevout }: ToSign, script: Uint8Array): Buffer {
  const one = Buffer.from([1])
  return doubleSha256(
    u32(version),
    one,
    prevout,
    prefixed(script),
    u32(sequence),
    one,
    OUTPUT,
    u32(lockTime),
    u32(SIGHASH_ALL),
  )
}

const OUTPUTS_HASH = doubleSha256(OUTPUT)

/** BIP-143, for P2WPKH. `scriptCode` is the P2PKH script of the key. */
export function segwitSighash({ version, lockTime, sequence, prevout }: ToSign, scriptCode: Uint8Array): Buffer {
  return doubleSha256(
    u32(version),
    doubleSha256(prevout),
    doubleSha256(u32(sequence)),
    prevout,
    prefixed(scriptCode),
    NO_AMOUNT,
    u32(sequence),
    OUTPUTS_HASH,
    u32(lockTime),
    u32(SIGHASH_ALL),
  )
}

const hashTaproot = tagHash('TapSighash')
const AMOUNTS_HASH = sha256(NO_AMOUNT)
const OUTPUT_HASH = sha256(OUTPUT)

/** BIP-341, for the key path without an annex. `type` is 0 for the default. */
export function taprootSighash(
  { version, lockTime, sequence, prevout }: ToSign,
  { script, type }: { script: Uint8Array; type: 0 | 1 },
): Buffer {
  return hashTaproot(
    Buffer.from([0, type]),
    u32(version),
    u32(lockTime),
    sha256(prevout),
    AMOUNTS_HASH,
    sha256(prefixed(script)),
    sha256(u32(sequence)),
    OUTPUT_HASH,
    Buffer.from([0]),
    ZERO,
  )
}

/** Every script here is shorter than 253 bytes. */
function prefixed(script: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([script.length]), script])
}
