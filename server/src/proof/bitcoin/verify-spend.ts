/** Whether scriptSig and witness of `to_sign` unlock the script of the address, for scripts of a single key. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { curve } from '../secp256k1/load-curve.ts'
import { type BitcoinAddress, payToKeyHash } from './address.ts'
import { malformed, readScriptSignature } from './ecdsa-encoding.ts'
import { hash160 } from './hash.ts'
import { legacySighash, segwitSighash, type ToSign, taprootSighash } from './sighash.ts'
import { readPushes, type Witness } from './transaction.ts'

export type Unlocking = { scriptSig: Uint8Array; witness: Witness }

export function verifySpend(address: BitcoinAddress, toSign: ToSign, { scriptSig, witness }: Unlocking): void {
  const { type, program, script } = address
  if (type === 'p2pkh') {
    if (witness.length > 0) throw malformed()
    return verifyKeyHash(program, readPushes(scriptSig), () => legacySighash(toSign, script))
  }
  if (type === 'p2sh') return verifyWitnessKeyHash(readRedeemScript(program, scriptSig), toSign, witness)
  if (scriptSig.length > 0) throw malformed()
  if (type === 'p2wpkh') return verifyWitnessKeyHash(program, toSign, witness)
  verifyTaprootKey(address, toSign, witness)
}

function verifyWitnessKeyHash(keyHash: Uint8Array, toSign: ToSign, witness: Witness): void {
  if (witness[1]?.length !== COMPRESSED_LENGTH) throw malformed()
  verifyKeyHash(keyHash, witness, () => segwitSighash(toSign, payToKeyHash(keyHash)))
}

const COMPRESSED_LENGTH = 33
const UNCOMPRESSED_LENGTH = 65

/** What P2PKH and P2WPKH execute: exactly a signature and a key with this hash. */
function verifyKeyHash(keyHash: Uint8Array, items: readonly Uint8Array[], sighash: () => Uint8Array): void {
  const [signature, key, ...rest] = items
  if (!signature || !key || rest.length > 0 || !isPublicKey(key)) throw malformed()
  const parsed = readScriptSignature(signature)
  if (Buffer.compare(hash160(key), keyHash) !== 0 || !curve.verifyEcdsa(parsed, sighash(), key))
    throw new AppError('signature_invalid')
}

/** Not the hybrid form, which libsecp256k1 would read. */
function isPublicKey(key: Uint8Array): boolean {
  if (key.length === COMPRESSED_LENGTH) return key[0] === 2 || key[0] === 3
  return key.length === UNCOMPRESSED_LENGTH && key[0] === 4
}

const REDEEM_LENGTH = 22

/** The key hash of P2SH-P2WPKH: scriptSig pushes only the script that the address hashes, and that is P2WPKH. */
function readRedeemScript(scriptHash: Uint8Array, scriptSig: Uint8Array): Uint8Array {
  const pushes = readPushes(scriptSig)
  const redeem = pushes.at(-1)
  if (!redeem) throw malformed()
  if (Buffer.compare(hash160(redeem), scriptHash) !== 0) throw new AppError('signature_invalid')
  const isWitnessKeyHash = redeem.length === REDEEM_LENGTH && redeem[0] === 0 && redeem[1] === 20
  if (!isWitnessKeyHash)
    throw new AppError('address_unsupported', {
      detail: 'Of addresses that start with 3, only P2SH-P2WPKH is supported.',
    })
  if (pushes.length > 1) throw malformed()
  return redeem.subarray(2)
}

const SCHNORR_LENGTH = 64

function verifyTaprootKey({ program, script }: BitcoinAddress, toSign: ToSign, witness: Witness): void {
  const [signature, ...rest] = witness
  if (rest.length > 0)
    throw new AppError('signature_unsupported', {
      detail: 'Only signatures with the key of a Taproot address are supported.',
    })
  if (!signature) throw malformed()
  const type = taprootSighashType(signature)
  const sighash = taprootSighash(toSign, { script, type })
  if (!curve.verifySchnorr(signature.subarray(0, SCHNORR_LENGTH), sighash, program))
    throw new AppError('signature_invalid')
}

/** 0 is written by leaving it out. */
function taprootSighashType(signature: Uint8Array): 0 | 1 {
  if (signature.length === SCHNORR_LENGTH) return 0
  if (signature.length !== SCHNORR_LENGTH + 1 || signature[SCHNORR_LENGTH] !== 1) throw malformed()
  return 1
}
