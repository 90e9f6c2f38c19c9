/** Witnesses of P2WPKH with one error. */

import { RawWitness, SigHash } from '@scure/btc-signer'
import { concatBytes, pubECDSA } from '@scure/btc-signer/utils.js'
import { type BitcoinKey, toBase64, writeWitness } from './bip322.ts'
import { derOf, encodeDer, ORDER, toInteger } from './der.ts'
import { bytes, EMPTY, type Row, type Write, witnessOf } from './hostile-bitcoin-row.ts'

export function der(): Row[] {
  const replaced = (at: number, change: (value: number) => number) =>
    withSignature((signature) => signature.map((value, index) => (index === at ? change(value) : value)))
  const encoded = (change: (r: Uint8Array, s: Uint8Array) => Uint8Array) =>
    withSignature((signature) => change(toInteger(derOf(signature).r), toInteger(derOf(signature).s)))
  const rows: [string, Write][] = [
    ['another tag', replaced(0, () => 0x31)],
    ['a length that is too large', replaced(1, (length) => length + 1)],
    ['a length that is too small', replaced(1, (length) => length - 1)],
    ['another tag of r', replaced(2, () => 3)],
    ['r of no bytes', encoded((_, s) => encodeDer(EMPTY, s))],
    ['s of no bytes', encoded((r) => encodeDer(r, EMPTY))],
    ['a length of r beyond the end', replaced(3, () => 0x7f)],
    ['a needless zero before r', encoded((r, s) => encodeDer(concatBytes(bytes(0), r), s))],
    ['a needless zero before s', encoded((r, s) => encodeDer(r, concatBytes(bytes(0), s)))],
    ['a negative r', encoded((_, s) => encodeDer(bytes(0x80, 1), s))],
    ['r of 33 bytes', encoded((_, s) => encodeDer(new Uint8Array(33).fill(1), s))],
    ['a long form of the length', withSignature((signature) => concatBytes(bytes(0x30, 0x81), signature.subarray(1)))],
    ['a byte after s', withSignature((signature) => concatBytes(signature, bytes(0)))],
    [
      'a byte after s in the sequence',
      encoded((r, s) => bytes(0x30, r.length + s.length + 5, ...encodeDer(r, s).subarray(2), 0)),
    ],
    ['r and s without DER', encoded((r, s) => concatBytes(r.slice(-32), s.slice(-32)))],
    ['no signature', withSignature(() => EMPTY)],
    ['the higher s', withNumbers((r, s) => [r, ORDER - s])],
    ['r zero', withNumbers((_, s) => [0n, s])],
    ['s zero', withNumbers((r) => [r, 0n])],
    ['r equal to the order', withNumbers((_, s) => [ORDER, s])],
  ]
  return [
    ...rows.map(([title, write]): Row => [title, 'signature_malformed', write]),
    ['another r', 'signature_invalid', withNumbers((r, s) => [r - 1n, s])],
    ['another s', 'signature_invalid', withNumbers((r, s) => [r, s - 1n])],
    ['r and s exchanged', 'signature_invalid', withNumbers((r, s) => [s, r < ORDER / 2n ? r : ORDER - r])],
  ]
}

/** A witness whose signature, without its sighash byte, is changed. */
function withSignature(change: (der: Uint8Array) => Uint8Array): Write {
  return (key, text) => {
    const [signature, publicKey] = witnessOf(key, text)
    return writeWitness([concatBytes(change(signature.subarray(0, -1)), bytes(SigHash.ALL)), publicKey])
  }
}

function withNumbers(change: (r: bigint, s: bigint) => [r: bigint, s: bigint]): Write {
  return withSignature((signature) => {
    const { r, s } = derOf(signature)
    const [newR, newS] = change(r, s)
    return encodeDer(toInteger(newR), toInteger(newS))
  })
}

export function sighashes(): Row[] {
  const signedWith =
    (sighash: number): Write =>
    (key, text) =>
      writeWitness(witnessOf(key, text, { sighash }))
  const claimed =
    (sighash: number): Write =>
    (key, text) => {
      const [signature, publicKey] = witnessOf(key, text, { sighash })
      return writeWitness([concatBytes(signature.subarray(0, -1), bytes(SigHash.ALL)), publicKey])
    }
  const { NONE, SINGLE, ALL_ANYONECANPAY, NONE_ANYONECANPAY } = SigHash
  return [
    ['SIGHASH_NONE', 'signature_malformed', signedWith(NONE)],
    ['SIGHASH_SINGLE', 'signature_malformed', signedWith(SINGLE)],
    ['SIGHASH_ALL with ANYONECANPAY', 'signature_malformed', signedWith(ALL_ANYONECANPAY)],
    ['SIGHASH_NONE with ANYONECANPAY', 'signature_malformed', signedWith(NONE_ANYONECANPAY)],
    ['a hash of SIGHASH_NONE, and the byte of SIGHASH_ALL', 'signature_invalid', claimed(NONE)],
    ['a hash of SIGHASH_SINGLE, and the byte of SIGHASH_ALL', 'signature_invalid', claimed(SINGLE)],
    ['a hash of ANYONECANPAY, and the byte of SIGHASH_ALL', 'signature_invalid', claimed(ALL_ANYONECANPAY)],
    [
      'no sighash byte',
      'signature_malformed',
      (key, text) => {
        const [signature, publicKey] = witnessOf(key, text)
        return writeWitness([signature.subarray(0, -1), publicKey])
      },
    ],
  ]
}

export function witnesses(): Row[] {
  const items =
    (change: (signature: Uint8Array, key: Uint8Array) => Uint8Array[]): Write =>
    (key, text) =>
      writeWitness(change(...witnessOf(key, text)))
  const raw =
    (change: (encoded: Uint8Array) => Uint8Array): Write =>
    (key, text) =>
      `smp${toBase64(change(RawWitness.encode(witnessOf(key, text))))}`
  const rows: [string, Write][] = [
    ['an empty witness', items(() => [])],
    ['a witness without the key', items((signature) => [signature])],
    ['a witness without the signature', items((_, key) => [key])],
    ['the key before the signature', items((signature, key) => [key, signature])],
    ['an item after the key', items((signature, key) => [signature, key, bytes(1)])],
    ['an empty item after the key', items((signature, key) => [signature, key, EMPTY])],
    ['an item before the signature', items((signature, key) => [bytes(1), signature, key])],
    ['a witness of 500 items', items((signature, key) => [signature, key, ...Array(498).fill(EMPTY)])],
    ['an item of 3,000 bytes', items((signature, key) => [signature, key, new Uint8Array(3000)])],
    ['a byte after the witness', raw((encoded) => concatBytes(encoded, bytes(0)))],
    ['a witness twice', raw((encoded) => concatBytes(encoded, encoded))],
    ['a witness without its last byte', raw((encoded) => encoded.subarray(0, -1))],
    ['a number of items in three bytes', raw((encoded) => concatBytes(bytes(0xfd, 2, 0), encoded.subarray(1)))],
    ['a length in three bytes', raw(([count = 0, length = 0, ...rest]) => bytes(count, 0xfd, length, 0, ...rest))],
    ['a length in five bytes', raw(([count = 0, length = 0, ...rest]) => bytes(count, 0xfe, length, 0, 0, 0, ...rest))],
    ['more items than there are', raw((encoded) => concatBytes(bytes(3), encoded.subarray(1)))],
    ['65,535 items', raw((encoded) => concatBytes(bytes(0xfd, 0xff, 0xff), encoded.subarray(1)))],
  ]
  return rows.map(([title, write]): Row => [title, 'signature_malformed', write])
}

export function publicKeys(): Row[] {
  const withKey =
    (change: (key: Uint8Array, full: Uint8Array) => Uint8Array): Write =>
    (key, text) => {
      const [signature, publicKey] = witnessOf(key, text)
      return writeWitness([signature, change(publicKey, pubECDSA(key.privateKey, false))])
    }
  return [
    ['an uncompressed key', 'signature_malformed', withKey((_, full) => full)],
    [
      'a hybrid key',
      'signature_malformed',
      withKey((_, full) => bytes(6 + ((full[64] ?? 0) & 1), ...full.subarray(1))),
    ],
    ['a key without its first byte', 'signature_malformed', withKey((key) => key.subarray(1))],
    ['the key with the other y', 'signature_invalid', withKey((key) => bytes(5 - (key[0] ?? 0), ...key.subarray(1)))],
    [
      'a signature by another key',
      'signature_invalid',
      (key, text) => writeWitness(witnessOf({ ...key, privateKey: otherKey(key) }, text)),
    ],
    [
      'a signature by another key, and the key of the address',
      'signature_invalid',
      (key, text) =>
        writeWitness([witnessOf({ ...key, privateKey: otherKey(key) }, text)[0], pubECDSA(key.privateKey)]),
    ],
    [
      'a simple forgery by another key',
      'signature_invalid',
      (key, text) => writeWitness(witnessOf(key, text, { forger: { privateKey: otherKey(key), ownScript: false } })),
    ],
    ['another text', 'signature_invalid', (key, text) => writeWitness(witnessOf(key, `${text} `))],
  ]
}

export function otherKey({ privateKey }: BitcoinKey): Uint8Array {
  return privateKey.map((value, index) => (index === 31 ? value ^ 1 : value))
}
