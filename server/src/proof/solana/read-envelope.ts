import { AppError } from '@countersign/contract/error/errors.ts'
import {
  APPLICATION_DOMAIN_BYTES,
  buildEnvelopeV0,
  buildEnvelopeV1,
  ENVELOPE_PREFIX,
} from '@countersign/contract/family/solana-envelope.ts'
import { KEY_BYTES } from './ed25519.ts'

type Expected = { signer: Buffer; text: string }

/** Throws unless the off-chain message holds exactly this text, for exactly this signer. */
export function checkEnvelope(envelope: Buffer, { signer, text }: Expected): void {
  const version = readVersion(envelope)
  const rebuilt = version === 0 ? rebuildV0(envelope, { signer, text }) : rebuildV1(envelope, { signer, text })
  if (envelope.equals(rebuilt)) return
  throw new AppError('signature_malformed', { detail: 'The off-chain message does not hold the signed text.' })
}

const VERSION_AT = ENVELOPE_PREFIX.length
const BODY_AT = VERSION_AT + 1

function readVersion(envelope: Buffer): 0 | 1 {
  const version = envelope[VERSION_AT]
  if (version === undefined || Buffer.compare(envelope.subarray(0, VERSION_AT), ENVELOPE_PREFIX) !== 0)
    throw malformed('It is no off-chain message.')
  if (version > 1) throw unsupported('Only versions 0 and 1 of off-chain messages are supported.')
  return version === 0 ? 0 : 1
}

function rebuildV0(envelope: Buffer, expected: Expected): Uint8Array {
  const formatAt = BODY_AT + APPLICATION_DOMAIN_BYTES
  const format = envelope[formatAt]
  if (format === 2) throw unsupported('Off-chain messages of format 2 are not supported.')
  if (format !== 0 && format !== 1) throw malformed('The off-chain message has an unknown format.')
  requireSigner(envelope, formatAt + 1, expected.signer)
  return buildEnvelopeV0({ ...expected, format, applicationDomain: envelope.subarray(BODY_AT, formatAt) })
}

function rebuildV1(envelope: Buffer, expected: Expected): Uint8Array {
  requireSigner(envelope, BODY_AT, expected.signer)
  return buildEnvelopeV1(expected)
}

function requireSigner(envelope: Buffer, countAt: number, signer: Buffer): void {
  const count = envelope[countAt] ?? 0
  if (count === 0) throw malformed('The off-chain message names no signer.')
  if (count > 1) throw unsupported('Off-chain messages of several signers are not supported.')
  const named = envelope.subarray(countAt + 1, countAt + 1 + KEY_BYTES)
  if (named.length < KEY_BYTES) throw malformed('The off-chain message is not complete.')
  if (!named.equals(signer)) throw new AppError('signature_invalid')
}

function malformed(detail: string): AppError {
  return new AppError('signature_malformed', { detail })
}

function unsupported(detail: string): AppError {
  return new AppError('signature_unsupported', { detail })
}
