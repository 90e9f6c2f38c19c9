/** BIP-322 for addresses of a single key: simple, full, and the legacy signature of P2PKH. */

import { AppError } from '@countersign/contract/error/errors.ts'
import type { BitcoinAddress } from './address.ts'
import { readSignature } from './read-signature.ts'
import { prevoutOf, type ToSign } from './sighash.ts'
import { readTransaction, readWitness, type Transaction, type Witness } from './transaction.ts'
import { verifyLegacySignature } from './verify-legacy.ts'
import { verifySpend } from './verify-spend.ts'

/** BIP-322: a valid signature is "valid at time T and age S". Both are zero unless a full signature has time locks. */
export type Validity = { lockTime: number; sequence: number }

/** Throws unless the key of the address signed the message. */
export function verifyBip322(address: BitcoinAddress, message: string, signature: string): Validity {
  const { format, bytes } = readSignature(signature)
  if (format === 'proof_of_funds') throw unsupported('A proof of funds cannot be used to sign in.')
  if (format === 'legacy') verifyLegacy(address, message, bytes)
  else if (format === 'full') return verifyFull(address, message, readTransaction(bytes))
  else verifySimple(address, message, bytes)
  return NO_TIME_LOCK
}

const NO_TIME_LOCK: Validity = { lockTime: 0, sequence: 0 }

function verifyLegacy(address: BitcoinAddress, message: string, bytes: Uint8Array): void {
  if (address.type !== 'p2pkh')
    throw unsupported(
      'This address needs a BIP-322 signature. Choose BIP-322 in the wallet, or an address that starts with 1.',
    )
  verifyLegacySignature(address.program, message, bytes)
}

function verifySimple(address: BitcoinAddress, message: string, bytes: Uint8Array): void {
  if (address.type === 'p2pkh' || address.type === 'p2sh')
    throw unsupported('This address needs a full BIP-322 signature, with the prefix "ful".')
  const toSign = { version: 0, lockTime: 0, sequence: 0, prevout: prevoutOf(message, address.script) }
  verifySpend(address, toSign, { scriptSig: new Uint8Array(), witness: readWitness(bytes) })
}

function verifyFull(address: BitcoinAddress, message: string, transaction: Transaction): Validity {
  const { version, lockTime, inputs, outputs, witnesses } = transaction
  const [input, ...otherInputs] = inputs
  const [output, ...otherOutputs] = outputs
  if (!input) throw new AppError('signature_malformed')
  if (otherInputs.length > 0) throw unsupported('A signature with several inputs cannot be used to sign in.')
  if (version !== 0 && version !== 2) throw unsupported('The signature has a transaction version other than 0 and 2.')
  const isOpReturn = output?.amount === 0n && output.script.length === 1 && output.script[0] === OP_RETURN
  const toSign: ToSign = { version, lockTime, sequence: input.sequence, prevout: prevoutOf(message, address.script) }
  if (!isOpReturn || otherOutputs.length > 0 || Buffer.compare(input.prevout, toSign.prevout) !== 0)
    throw new AppError('signature_invalid')
  const witness: Witness = witnesses[0] ?? []
  verifySpend(address, toSign, { scriptSig: input.scriptSig, witness })
  return { lockTime, sequence: input.sequence }
}

const OP_RETURN = 0x6a

function unsupported(detail: string): AppError {
  return new AppError('signature_unsupported', { detail })
}
