/** Unlocking scripts, Taproot signatures and legacy signatures with one error. */

import { RawTx, SigHash } from '@scure/btc-signer'
import { concatBytes } from '@scure/btc-signer/utils.js'
import {
  push,
  signLegacy,
  signToSign,
  toBase64,
  withScriptSig,
  writeFull,
  writeSimple,
  writeWitness,
} from './bip322.ts'
import { ORDER, toScalar } from './der.ts'
import { bytes, EMPTY, type Row, type Write, witnessOf } from './hostile-bitcoin-row.ts'

export function taproot(): Row[] {
  const item =
    (change: (signature: Uint8Array) => Uint8Array[]): Write =>
    (key, text) =>
      writeWitness(change(witnessOf(key, text)[0]))
  const signedWith =
    (sighash: number): Write =>
    (key, text) =>
      writeWitness([witnessOf(key, text, { sighash })[0]])
  const flipped = (at: number): Write =>
    item((signature) => [signature.map((value, index) => (index === at ? value ^ 1 : value))])
  return [
    ['SIGHASH_DEFAULT as a byte', 'signature_malformed', item((signature) => [concatBytes(signature, bytes(0))])],
    ['SIGHASH_NONE', 'signature_malformed', signedWith(SigHash.NONE)],
    ['SIGHASH_ALL with ANYONECANPAY', 'signature_malformed', signedWith(SigHash.ALL_ANYONECANPAY)],
    [
      'the byte of SIGHASH_ALL after a default signature',
      'signature_invalid',
      item((signature) => [concatBytes(signature, bytes(1))]),
    ],
    ['63 bytes', 'signature_malformed', item((signature) => [signature.subarray(1)])],
    [
      '63 bytes without a prefix',
      'signature_malformed',
      (key, text) => writeWitness([witnessOf(key, text)[0].subarray(1)]).slice(3),
    ],
    ['66 bytes', 'signature_malformed', item((signature) => [concatBytes(signature, bytes(1, 1))])],
    ['an empty item', 'signature_malformed', item(() => [EMPTY])],
    ['an annex', 'signature_unsupported', item((signature) => [signature, bytes(0x50)])],
    [
      'a script path',
      'signature_unsupported',
      item((signature) => [signature, bytes(0x51), new Uint8Array(33).fill(0xc0)]),
    ],
    ['another r', 'signature_invalid', flipped(31)],
    ['another s', 'signature_invalid', flipped(63)],
    [
      's equal to the order',
      'signature_invalid',
      item((signature) => [concatBytes(signature.subarray(0, 32), toScalar(ORDER))]),
    ],
    ['a signature of zeros', 'signature_invalid', item(() => [new Uint8Array(64)])],
    [
      'a signature by the internal key',
      'signature_invalid',
      (key, text) => writeWitness([witnessOf(key, text, { isTweaked: false })[0]]),
    ],
    ['another text', 'signature_invalid', (key, text) => writeWitness([witnessOf(key, `${text}.`)[0]])],
  ]
}

export function scriptSigs(): Row[] {
  const script =
    (change: (signature: Uint8Array, key: Uint8Array) => Uint8Array): Write =>
    (key, text) => {
      const signed = signToSign(key, text)
      const scriptSig = signed.inputs[0]?.finalScriptSig ?? EMPTY
      const length = scriptSig[0] ?? 0
      return writeFull(withScriptSig(signed, change(scriptSig.subarray(1, 1 + length), scriptSig.subarray(length + 2))))
    }
  const pushed = (...items: Uint8Array[]) => concatBytes(...items.map(push))
  const longPush = (item: Uint8Array) => concatBytes(bytes(0x4c, item.length), item)
  const rows: [string, Write][] = [
    ['OP_PUSHDATA1 for a short push', script((signature, key) => concatBytes(longPush(signature), push(key)))],
    ['a third push', script((signature, key) => pushed(signature, key, bytes(1)))],
    ['a push before the signature', script((signature, key) => pushed(bytes(1), signature, key))],
    ['a signature only', script((signature) => pushed(signature))],
    ['an operation', script((signature, key) => concatBytes(pushed(signature, key), bytes(0x61)))],
    ['an empty script', script(() => EMPTY)],
    ['the key before the signature', script((signature, key) => pushed(key, signature))],
    ['SIGHASH_NONE in the script', (key, text) => writeFull(signToSign(key, text, { sighash: SigHash.NONE }))],
    ['an empty witness', withEmptyWitness],
    ['a witness', (key, text) => writeFull({ ...signToSign(key, text), segwitFlag: true, witnesses: [[bytes(1)]] })],
  ]
  return rows.map(([title, write]): Row => [title, 'signature_malformed', write])
}

/** As if it had a witness, which btc-signer does not write. */
export const withEmptyWitness: Write = (key, text) => {
  const old = RawTx.encode({ ...signToSign(key, text), segwitFlag: false, witnesses: undefined })
  return `ful${toBase64(concatBytes(old.subarray(0, 4), bytes(0, 1), old.subarray(4, -4), bytes(0), old.subarray(-4)))}`
}

export function redeemScripts(): Row[] {
  const script =
    (change: (scriptSig: Uint8Array) => Uint8Array): Write =>
    (key, text) => {
      const signed = signToSign(key, text)
      return writeFull(withScriptSig(signed, change(signed.inputs[0]?.finalScriptSig ?? EMPTY)))
    }
  return [
    ['no redeem script', 'signature_malformed', script(() => EMPTY)],
    ['a push before the redeem script', 'signature_malformed', script((scriptSig) => concatBytes(bytes(0), scriptSig))],
    [
      'OP_PUSHDATA1 for the redeem script',
      'signature_malformed',
      script((scriptSig) => concatBytes(bytes(0x4c), scriptSig)),
    ],
    [
      'another redeem script',
      'signature_invalid',
      script((scriptSig) => scriptSig.map((value, at) => (at === 22 ? value ^ 1 : value))),
    ],
    ['the simple format', 'signature_unsupported', (key, text) => writeSimple(signToSign(key, text))],
  ]
}

export function legacy(): Row[] {
  const changed =
    (change: (signature: Buffer) => Uint8Array): Write =>
    async ({ privateKey }, text) =>
      toBase64(change(Buffer.from(await signLegacy(privateKey, text), 'base64')))
  const header = (change: (value: number) => number) =>
    changed((signature) => concatBytes(bytes(change(signature[0] ?? 0)), signature.subarray(1)))
  const higherS = (signature: Buffer) => {
    const s = BigInt(`0x${signature.subarray(33).toString('hex')}`)
    const flipped = 31 + (1 - ((signature[0] ?? 0) - 31))
    return concatBytes(bytes(flipped), signature.subarray(1, 33), toScalar(ORDER - s))
  }
  return [
    ['a legacy signature with the other parity', 'signature_invalid', header((value) => 63 - value)],
    ['a legacy signature for an uncompressed key', 'signature_invalid', header((value) => value - 4)],
    ['a legacy signature with a larger recovery id', 'signature_malformed', header((value) => value + 2)],
    ['a legacy signature for P2SH-P2WPKH', 'signature_malformed', header((value) => value + 4)],
    ['a legacy signature for P2WPKH', 'signature_malformed', header((value) => value + 8)],
    ['a legacy signature with the higher s', 'signature_malformed', changed(higherS)],
    [
      'a legacy signature without its last byte',
      'signature_unsupported',
      changed((signature) => signature.subarray(0, -1)),
    ],
    [
      'a legacy signature with a byte after it',
      'signature_unsupported',
      changed((signature) => concatBytes(signature, bytes(0))),
    ],
    ['no characters', 'signature_malformed', () => ''],
    ['a legacy signature of zeros', 'signature_malformed', changed(() => concatBytes(bytes(31), new Uint8Array(64)))],
    [
      'a legacy signature of another text',
      'signature_invalid',
      ({ privateKey }, text) => signLegacy(privateKey, `${text} `),
    ],
    [
      'a legacy signature with a prefix',
      'signature_unsupported',
      async ({ privateKey }, text) => `smp${await signLegacy(privateKey, text)}`,
    ],
    [
      'a legacy signature in a full one',
      'signature_malformed',
      async ({ privateKey }, text) => `ful${await signLegacy(privateKey, text)}`,
    ],
    [
      'a legacy signature with a space after it',
      'signature_malformed',
      async ({ privateKey }, text) => `${await signLegacy(privateKey, text)} `,
    ],
  ]
}
