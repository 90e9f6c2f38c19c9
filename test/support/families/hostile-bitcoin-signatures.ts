/** Bitcoin signatures that the server must reject: each is a valid one with one error. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { RawTx } from '@scure/btc-signer'
import { concatBytes } from '@scure/btc-signer/utils.js'
import {
  type BitcoinType,
  type RawTransaction,
  type SigningChanges,
  signLegacy,
  signToSign,
  toBase64,
  withScriptSig,
  writeFull,
  writeSimple,
} from './bip322.ts'
import { bytes, EMPTY, type Row, type Write } from './hostile-bitcoin-row.ts'
import { legacy, redeemScripts, scriptSigs, taproot, withEmptyWitness } from './hostile-bitcoin-script.ts'
import { der, otherKey, publicKeys, sighashes, witnesses } from './hostile-bitcoin-witness.ts'

export type HostileSignature = { title: string; type: BitcoinType; code: ErrorCode; write: Write }

export function hostileSignatures(): HostileSignature[] {
  const rows: Record<BitcoinType, Row[]> = {
    p2wpkh: [
      ...der(),
      ...sighashes(),
      ...witnesses(),
      ...publicKeys(),
      ...spellings(),
      ...transactions(),
      ...forgeries(),
      ...otherTypes('p2wpkh'),
    ],
    p2tr: [...taproot(), ...forgeries(), ...otherTypes('p2tr')],
    p2pkh: [...scriptSigs(), ...legacy(), ...forgeries(), ...otherTypes('p2pkh')],
    p2sh_p2wpkh: [...redeemScripts(), ...forgeries(), ...otherTypes('p2sh_p2wpkh')],
  }
  return Object.entries(rows).flatMap(([type, list]) =>
    list.map(([title, code, write]) => ({ title: `${type}, ${title}`, type: type as BitcoinType, code, write })),
  )
}

function spellings(): Row[] {
  const spelled =
    (change: (base64: string) => string): Write =>
    (key, text) =>
      change(writeSimple(signToSign(key, text)).slice(3))
  const rows: [string, Write][] = [
    ['the prefix in capitals', spelled((base64) => `SMP${base64}`)],
    ['the prefix twice', spelled((base64) => `smpsmp${base64}`)],
    ['another prefix', spelled((base64) => `sim${base64}`)],
    ['a prefix with a colon', spelled((base64) => `smp:${base64}`)],
    ['a space after the prefix', spelled((base64) => `smp ${base64}`)],
    ['a space before the prefix', spelled((base64) => ` smp${base64}`)],
    ['a line feed after it', spelled((base64) => `smp${base64}\n`)],
    ['a line feed in it', spelled((base64) => `smp${base64.slice(0, 64)}\n${base64.slice(64)}`)],
    ['more padding', spelled((base64) => `smp${base64}=`)],
    ['four characters of padding', spelled((base64) => `smp${base64}====`)],
    ['no padding', spelled((base64) => `smp${base64.slice(0, -1)}`)],
    ['characters after the padding', spelled((base64) => `smp${base64.replace(/=*$/, '')}==AA`)],
    ['hex', spelled((base64) => Buffer.from(base64, 'base64').toString('hex'))],
    ['hex with 0x', spelled((base64) => `0x${Buffer.from(base64, 'base64').toString('hex')}`)],
    ['the prefix of the full format', spelled((base64) => `ful${base64}`)],
    ['a prefix only', () => 'smp'],
    ['no characters', () => ''],
  ]
  return [
    ...rows.map(([title, write]): Row => [title, 'signature_malformed', write]),
    ['the prefix of a proof of funds', 'signature_unsupported', spelled((base64) => `pof${base64}`)],
  ]
}

function transactions(): Row[] {
  const full =
    (changes: SigningChanges): Write =>
    (key, text) =>
      writeFull(signToSign(key, text, changes))
  const raw =
    (change: (encoded: Uint8Array) => Uint8Array): Write =>
    (key, text) =>
      `ful${toBase64(change(RawTx.encode(signToSign(key, text))))}`
  const changed =
    (change: (signed: RawTransaction) => RawTransaction): Write =>
    (key, text) =>
      writeFull(change(signToSign(key, text)))
  const output = (amount: bigint, ...script: number[]) => ({ amount, script: Uint8Array.from(script) })
  const input = { txid: new Uint8Array(32).fill(1), index: 0, finalScriptSig: EMPTY, sequence: 0 }
  return [
    ['version 1', 'signature_unsupported', full({ transaction: { version: 1 } })],
    ['version 3', 'signature_unsupported', full({ transaction: { version: 3 } })],
    ['a lock time', 'signature_unsupported', full({ transaction: { version: 2, lockTime: 2016 } })],
    ['a sequence of 1', 'signature_unsupported', full({ input: { sequence: 1 } })],
    ['the sequence of a payment', 'signature_unsupported', full({ input: { sequence: 0xffffffff } })],
    [
      'two inputs',
      'signature_unsupported',
      (key, text) => {
        const { inputs } = signToSign(key, text)
        return writeFull(signToSign(key, text, { transaction: { inputs: [...inputs, input] } }))
      },
    ],
    ['two outputs', 'signature_invalid', full({ transaction: { outputs: [output(0n, 0x6a), output(0n, 0x6a)] } })],
    ['no output', 'signature_invalid', full({ transaction: { outputs: [] } })],
    ['an amount', 'signature_invalid', full({ transaction: { outputs: [output(1n, 0x6a)] } })],
    ['data after OP_RETURN', 'signature_invalid', full({ transaction: { outputs: [output(0n, 0x6a, 1, 1)] } })],
    ['OP_TRUE as output', 'signature_invalid', full({ transaction: { outputs: [output(0n, 0x51)] } })],
    ['another transaction to spend', 'signature_invalid', full({ input: { txid: input.txid } })],
    ['another output to spend', 'signature_invalid', full({ input: { index: 1 } })],
    ['a signed amount of 1', 'signature_invalid', full({ amount: 1n })],
    ['a lock time that was not signed', 'signature_invalid', changed((signed) => ({ ...signed, lockTime: 1 }))],
    [
      'an amount that was not signed',
      'signature_invalid',
      changed((signed) => ({ ...signed, outputs: [output(1n, 0x6a)] })),
    ],
    [
      'an output that was not signed',
      'signature_invalid',
      changed((signed) => ({ ...signed, outputs: [output(0n, 0x51)] })),
    ],
    [
      'data that was not signed',
      'signature_invalid',
      changed((signed) => ({ ...signed, outputs: [output(0n, 0x6a, 0)] })),
    ],
    [
      'a second output that was not signed',
      'signature_invalid',
      changed((signed) => ({ ...signed, outputs: [...signed.outputs, ...signed.outputs] })),
    ],
    ['no output, but a signed one', 'signature_invalid', changed((signed) => ({ ...signed, outputs: [] }))],
    ['an input that was not signed', 'signature_invalid', changed((signed) => ({ ...signed, inputs: [input] }))],
    ['a version that was not signed', 'signature_invalid', changed((signed) => ({ ...signed, version: 2 }))],
    ['a script in the input', 'signature_malformed', changed((signed) => withScriptSig(signed, bytes(0x51)))],
    [
      'no witness',
      'signature_malformed',
      changed((signed) => ({ ...signed, segwitFlag: false, witnesses: undefined })),
    ],
    ['a transaction with an empty witness', 'signature_malformed', withEmptyWitness],
    ['a byte after the transaction', 'signature_malformed', raw((encoded) => concatBytes(encoded, bytes(0)))],
    ['a transaction without its last byte', 'signature_malformed', raw((encoded) => encoded.subarray(0, -1))],
    [
      'another SegWit flag',
      'signature_malformed',
      raw((encoded) => encoded.map((value, at) => (at === 5 ? 2 : value))),
    ],
    [
      'a full signature with the prefix of a simple one',
      'signature_malformed',
      (key, text) => writeFull(signToSign(key, text)).replace('ful', 'smp'),
    ],
    [
      'a full signature without a prefix',
      'signature_malformed',
      (key, text) => writeFull(signToSign(key, text)).slice(3),
    ],
  ]
}

/** Another key signs exactly what the key of the address would sign. */
function forgeries(): Row[] {
  const forged =
    (ownScript: boolean): Write =>
    (key, text) =>
      writeFull(signToSign(key, text, { forger: { privateKey: otherKey(key), ownScript } }))
  return [
    ['a forgery by another key', 'signature_invalid', forged(false)],
    ['a forgery by another key with its own script', 'signature_invalid', forged(true)],
  ]
}

/** What the same key signs for its addresses of other types, and legacy signatures where they are not allowed. */
function otherTypes(own: BitcoinType): Row[] {
  const types: BitcoinType[] = ['p2wpkh', 'p2tr', 'p2pkh', 'p2sh_p2wpkh']
  const full = types
    .filter((type) => type !== own)
    .map((type): Row => {
      return [
        `the full signature of ${type}`,
        'signature_invalid',
        ({ privateKey }, text) => writeFull(signToSign({ privateKey, type }, text)),
      ]
    })
  if (own === 'p2pkh') return full
  return [
    ...full,
    ['a legacy signature', 'signature_unsupported', ({ privateKey }, text) => signLegacy(privateKey, text)],
  ]
}
