/** Payments with Bitcoin as wallets sign them, and the parts of them that an attacker could send as a sign-in. */

import { OutScript, p2wpkh, RawTx, SigHash, Transaction } from '@scure/btc-signer'
import { concatBytes, pubECDSA, pubSchnorr, sha256x2 } from '@scure/btc-signer/utils.js'
import { type BitcoinKey, paymentOf, type RawTransaction, toBase64, withScriptSig, writeWitness } from './bip322.ts'
import { derOf, toScalar } from './der.ts'

export type SignedPayment = {
  title: string
  sighash: number
  id: string
  base64: string
  full: string
  simple: string
  transaction: RawTransaction
}

/** Payments of several shapes, also one that looks like `to_sign`, with every kind of sighash. */
export function payments(key: BitcoinKey): SignedPayment[] {
  const { ALL, NONE, SINGLE, ALL_ANYONECANPAY } = SigHash
  const sighashes = key.type === 'p2tr' ? [SigHash.DEFAULT, ALL, NONE, SINGLE] : [ALL, NONE, SINGLE, ALL_ANYONECANPAY]
  const shapes: Shape[] = [
    {
      title: 'a payment',
      inputs: 1,
      amount: 90_000n,
      script: OutScript.encode(p2wpkhOutput(key)),
      version: 2,
      sequence: 0xffffffff,
    },
    {
      title: 'a payment with two inputs',
      inputs: 2,
      amount: 90_000n,
      script: OutScript.encode(p2wpkhOutput(key)),
      version: 2,
      sequence: 0,
    },
    { title: 'a burn', inputs: 1, amount: 0n, script: Uint8Array.of(0x6a), version: 2, sequence: 0 },
  ]
  return shapes.flatMap((shape) => sighashes.map((sighash) => signPayment(key, shape, sighash)))
}

type Shape = { title: string; inputs: number; amount: bigint; script: Uint8Array; version: number; sequence: number }

function p2wpkhOutput({ privateKey }: BitcoinKey) {
  return OutScript.decode(p2wpkh(pubECDSA(privateKey)).script)
}

function signPayment(key: BitcoinKey, shape: Shape, sighash: number): SignedPayment {
  const transaction = new Transaction({ version: shape.version, allowUnknownOutputs: true })
  for (let index = 0; index < shape.inputs; index++)
    transaction.addInput({ ...inputOf(key, index), sequence: shape.sequence, sighashType: sighash })
  transaction.addOutput({ amount: shape.amount, script: shape.script })
  for (let index = 1; index < shape.inputs; index++) transaction.addOutput({ amount: 1_000n, script: shape.script })
  transaction.sign(key.privateKey, [sighash])
  transaction.finalize()
  const bytes = transaction.extract()
  const signed = RawTx.decode(bytes)
  return {
    title: `${shape.title}, sighash ${sighash}`,
    sighash,
    id: transaction.id,
    base64: toBase64(bytes),
    full: `ful${toBase64(bytes)}`,
    simple: writeWitness(signed.witnesses?.[0] ?? []),
    transaction: signed,
  }
}

/** An output of the key's address in a transaction of its own. */
function inputOf(key: BitcoinKey, index: number) {
  const { script } = paymentOf(key)
  const funding = RawTx.encode({
    version: 2,
    segwitFlag: false,
    inputs: [{ txid: new Uint8Array(32).fill(index + 1), index: 0, finalScriptSig: Uint8Array.of(0x51), sequence: 0 }],
    outputs: [{ amount: 100_000n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
  const spent = { txid: sha256x2(funding).toReversed(), index: 0 }
  if (key.type === 'p2pkh') return { ...spent, nonWitnessUtxo: funding }
  const witnessUtxo = { script, amount: 100_000n }
  if (key.type === 'p2tr') return { ...spent, witnessUtxo, tapInternalKey: pubSchnorr(key.privateKey) }
  if (key.type === 'p2wpkh') return { ...spent, witnessUtxo }
  return { ...spent, witnessUtxo, redeemScript: p2wpkh(pubECDSA(key.privateKey)).script }
}

/** The transaction, unlocked with what unlocks the first input of the payment. */
export function spendsWith(transaction: RawTransaction, { transaction: payment }: SignedPayment): RawTransaction {
  const scriptSig = payment.inputs[0]?.finalScriptSig ?? new Uint8Array()
  const { segwitFlag, witnesses } = payment
  return { ...withScriptSig(transaction, scriptSig), segwitFlag, witnesses: witnesses && [witnesses[0] ?? []] }
}

/** r and s of the payment as a legacy signature, with every header byte. */
export function compactSignatures({ transaction: { inputs, witnesses } }: SignedPayment): string[] {
  const scriptSig = inputs[0]?.finalScriptSig ?? new Uint8Array()
  const signature = witnesses?.[0]?.[0] ?? scriptSig.subarray(1, 1 + (scriptSig[0] ?? 0))
  const isSchnorr = signature.length <= 65
  const { r, s } = isSchnorr ? { r: 0n, s: 0n } : derOf(signature.subarray(0, -1))
  const numbers = isSchnorr ? signature.subarray(0, 64) : concatBytes(toScalar(r), toScalar(s))
  return [27, 28, 29, 30, 31, 32, 33, 34].map((header) => toBase64(concatBytes(Uint8Array.of(header), numbers)))
}

export function readPayment(full: string): RawTransaction {
  return RawTx.decode(Buffer.from(full.slice(3), 'base64'))
}
