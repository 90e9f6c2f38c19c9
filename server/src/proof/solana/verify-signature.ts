import { AppError } from '@countersign/contract/error/errors.ts'
import type { SignedText } from '../family.ts'
import { decodeAddress, requireKey } from './address.ts'
import { isStrictSignature, SIGNATURE_BYTES, verifyEd25519 } from './ed25519.ts'
import { checkEnvelope } from './read-envelope.ts'

/** The key is the address in the text, never one that the wallet reports. */
export function verifySolanaProof({ address, text, signature, envelope }: SignedText): void {
  const key = decodeAddress(address)
  try {
    const bytes = decodeSignature(signature)
    const signed = envelope === undefined ? Buffer.from(text) : decodeEnvelope(envelope)
    if (envelope !== undefined) checkEnvelope(signed, { signer: key, text })
    if (!verifyEd25519(key, signed, bytes)) throw new AppError('signature_invalid')
  } catch (error) {
    // A valid signature shows that the key is on the curve, which is slow to check.
    requireKey(key)
    throw error
  }
}

function decodeSignature(signature: string): Buffer {
  const bytes = decodeBase64(signature)
  if (bytes?.length !== SIGNATURE_BYTES || !isStrictSignature(bytes)) throw new AppError('signature_malformed')
  return bytes
}

function decodeEnvelope(envelope: string): Buffer {
  const bytes = decodeBase64(envelope)
  if (!bytes) throw new AppError('signature_malformed', { detail: 'The off-chain message is not base64.' })
  return bytes
}

/** Undefined unless it is standard base64 in its only form. */
function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}
