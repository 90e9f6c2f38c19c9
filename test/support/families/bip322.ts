/** Signs BIP-322 messages with @scure/btc-signer. Shares no code with the server's verifier. */

import { p2pkh, p2sh, p2tr, p2wpkh, RawTx, RawWitness, SigHash, Transaction } from '@scure/btc-signer'
import { RawOldTx } from '@scure/btc-signer/script.js'
import {
  concatBytes,
  pubECDSA,
  pubSchnorr,
  sha256x2,
  signECDSA,
  signSchnorr,
  tagSchnorr,
  taprootTweakPrivKey,
} from '@scure/btc-signer/utils.js'
import { sign as signRecoverable } from 'viem/accounts'

export type BitcoinType = 'p2wpkh' | 'p2tr' | 'p2pkh' | 'p2sh_p2wpkh'

export type BitcoinKey = { privateKey: Uint8Array; type: BitcoinType }

export type RawTransaction = Parameters<typeof RawTx.encode>[0]
type RawInput = RawTransaction['inputs'][number]

export const SIGHASH_ALL = SigHash.ALL

const NO_BYTES = new Uint8Array()
const OP_RETURN = Uint8Array.of(0x6a)

type Payment = { address: string; script: Uint8Array }

/** Deriving a key takes milliseconds, and tests sign hundreds of texts with one. */
const payments = new WeakMap<Uint8Array, Map<BitcoinType, Payment>>()

export function paymentOf({ privateKey, type }: BitcoinKey): Payment {
  const known = payments.get(privateKey) ?? new Map<BitcoinType, Payment>()
  payments.set(privateKey, known)
  const payment = known.get(type) ?? derivePayment({ privateKey, type })
  known.set(type, payment)
  return payment
}

const publicKeys = new WeakMap<Uint8Array, Uint8Array>()

function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  const key = publicKeys.get(privateKey) ?? pubECDSA(privateKey)
  publicKeys.set(privateKey, key)
  return key
}

function derivePayment({ privateKey, type }: BitcoinKey): Payment {
  if (type === 'p2tr') return withAddress(p2tr(pubSchnorr(privateKey)))
  const key = publicKeyOf(privateKey)
  if (type === 'p2pkh') return withAddress(p2pkh(key))
  return withAddress(type === 'p2wpkh' ? p2wpkh(key) : p2sh(p2wpkh(key)))
}

function withAddress({ address, script }: { address?: string; script: Uint8Array }): Payment {
  if (!address) throw new Error('the payment has no address')
  return { address, script }
}

/** The transaction id of `to_spend` for this message and script, most significant byte first. */
export function toSpendId(text: string | Uint8Array, script: Uint8Array): Uint8Array {
  const hash = tagSchnorr('BIP0322-signed-message', typeof text === 'string' ? Buffer.from(text) : text)
  const toSpend = RawOldTx.encode({
    version: 0,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: concatBytes(Uint8Array.of(0, 32), hash),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  })
  return sha256x2(toSpend).toReversed()
}

/** Changes that a test makes to `to_sign` before it is signed, and the sighash byte to sign with. */
export type SigningChanges = {
  transaction?: Partial<RawTransaction>
  input?: Partial<RawInput>
  sighash?: number
  amount?: bigint
  /** False to sign with the internal key of a Taproot address. */
  isTweaked?: boolean
  /** Another private key that signs for the address, and whether the script of that key is signed as well. */
  forger?: { privateKey: Uint8Array; ownScript: boolean }
}

/** The signed `to_sign`. */
export function signToSign(key: BitcoinKey, text: string | Uint8Array, changes: SigningChanges = {}): RawTransaction {
  const { script } = paymentOf(key)
  const input = { txid: toSpendId(text, script), index: 0, finalScriptSig: NO_BYTES, sequence: 0, ...changes.input }
  const unsigned: RawTransaction = {
    version: 0,
    segwitFlag: key.type !== 'p2pkh',
    inputs: [input],
    outputs: [{ amount: 0n, script: OP_RETURN }],
    witnesses: undefined,
    lockTime: 0,
    ...changes.transaction,
  }
  return signTransaction(key, unsigned, changes)
}

/** Signs the first input as a payment from the key's address. */
export function signTransaction(
  key: BitcoinKey,
  unsigned: RawTransaction,
  { sighash, amount = 0n, isTweaked = true, forger }: Omit<SigningChanges, 'transaction' | 'input'> = {},
): RawTransaction {
  const signer = forger?.privateKey ?? key.privateKey
  const publicKey = publicKeyOf(signer)
  const rest = unsigned.inputs.slice(1).map(() => [])
  if (key.type === 'p2tr') {
    const hash = transactionOf(unsigned).preimageWitnessV1(
      0,
      unsigned.inputs.map(() => paymentOf(key).script),
      sighash ?? SigHash.DEFAULT,
      unsigned.inputs.map(() => amount),
    )
    const privateKey = isTweaked ? taprootTweakPrivKey(signer) : signer
    const signature = signSchnorr(hash, privateKey, new Uint8Array(32))
    return { ...unsigned, witnesses: [[withSighash(signature, sighash)], ...rest] }
  }
  const type = sighash ?? SigHash.ALL
  const scriptKey = forger?.ownScript ? publicKey : publicKeyOf(key.privateKey)
  const code = p2pkh(scriptKey).script
  if (key.type === 'p2pkh') {
    const signature = withSighash(signECDSA(legacyHash(unsigned, code, type), signer, true), type)
    return withScriptSig(unsigned, concatBytes(push(signature), push(publicKey)))
  }
  const hash = transactionOf(unsigned).preimageWitnessV0(0, code, type, amount)
  const witnesses = [[withSighash(signECDSA(hash, signer, true), type), publicKey], ...rest]
  const scriptSig = key.type === 'p2sh_p2wpkh' ? push(p2wpkh(scriptKey).script) : NO_BYTES
  return { ...withScriptSig(unsigned, scriptSig), witnesses }
}

export function push(bytes: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(bytes.length), bytes)
}

export function withScriptSig(transaction: RawTransaction, finalScriptSig: Uint8Array): RawTransaction {
  const [first, ...rest] = transaction.inputs
  return first ? { ...transaction, inputs: [{ ...first, finalScriptSig }, ...rest] } : transaction
}

function withSighash(signature: Uint8Array, sighash: number | undefined): Uint8Array {
  return sighash === undefined ? signature : concatBytes(signature, Uint8Array.of(sighash))
}

function transactionOf({ version, lockTime, inputs, outputs }: RawTransaction): Transaction {
  const transaction = new Transaction({
    version,
    lockTime,
    allowUnknownVersion: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  })
  for (const { txid, index, sequence } of inputs) transaction.addInput({ txid, index, sequence })
  for (const output of outputs) transaction.addOutput(output)
  return transaction
}

function legacyHash(unsigned: RawTransaction, code: Uint8Array, sighash: number): Uint8Array {
  const [first, ...rest] = unsigned.inputs
  const inputs = [
    ...(first ? [{ ...first, finalScriptSig: code }] : []),
    ...rest.map((input) => ({ ...input, finalScriptSig: NO_BYTES })),
  ]
  const { version, outputs, lockTime } = unsigned
  return sha256x2(RawOldTx.encode({ version, inputs, outputs, lockTime }), Uint8Array.of(sighash, 0, 0, 0))
}

export function writeFull(transaction: RawTransaction): string {
  return `ful${toBase64(RawTx.encode(transaction))}`
}

export function writeSimple({ witnesses }: RawTransaction): string {
  return writeWitness(witnesses?.[0] ?? [])
}

export function writeWitness(items: Uint8Array[]): string {
  return `smp${toBase64(RawWitness.encode(items))}`
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

/** The compact signature of Bitcoin Core's `signmessage`: a header byte, r and s. */
export async function signLegacy(privateKey: Uint8Array, text: string, compressed = true): Promise<string> {
  const bytes = Buffer.from(text)
  const length = bytes.length < 0xfd ? [bytes.length] : [0xfd, bytes.length & 0xff, bytes.length >> 8]
  const hash = sha256x2(Buffer.from('\x18Bitcoin Signed Message:\n'), Uint8Array.from(length), bytes)
  const { r, s, yParity } = await signRecoverable({
    hash: `0x${Buffer.from(hash).toString('hex')}`,
    privateKey: `0x${Buffer.from(privateKey).toString('hex')}`,
  })
  const header = 27 + (yParity ?? 0) + (compressed ? 4 : 0)
  return toBase64(concatBytes(Uint8Array.of(header), Buffer.from(r.slice(2), 'hex'), Buffer.from(s.slice(2), 'hex')))
}
