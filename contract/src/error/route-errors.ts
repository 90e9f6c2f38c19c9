import type { Route } from '../route.ts'
import type { ErrorCode } from './errors.ts'

/** Codes any route may answer with. */
export const commonErrors = [
  'invalid_body',
  'bad_request',
  'csrf_refused',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
  'maintenance',
  'db_unavailable',
  // For sign-ins and sessions of contract wallets.
  'rpc_unavailable',
] as const satisfies readonly ErrorCode[]

/** Everything that can be wrong with a proof, in the order it is checked. */
export const proofErrors = [
  'message_malformed',
  'challenge_unknown',
  'purpose_not_allowed',
  'family_not_allowed',
  'challenge_other_browser',
  'challenge_expired',
  'domain_mismatch',
  'statement_mismatch',
  'nonce_mismatch',
  'network_unsupported',
  'challenge_used',
  'address_invalid',
  'address_unsupported',
  'signature_malformed',
  'signature_unsupported',
  'network_not_configured',
  'signature_invalid',
] as const satisfies readonly ErrorCode[]

const handoverErrors = [
  'phone_not_approved',
  'phone_off',
  'phone_device_unknown',
  'phone_not_allowed',
] as const satisfies readonly ErrorCode[]

/** Every code of a route besides the common ones: its own, and those of the checks before it. */
export function errorsOf({ caller, permission, stepUp, versioned, proof, phone, errors }: Route): ErrorCode[] {
  const all: ErrorCode[] = []
  if (caller === 'session') all.push('unauthenticated', 'session_expired', 'session_revoked')
  if (permission) all.push('forbidden', 'phone_not_allowed')
  if (stepUp) all.push('step_up_required')
  if (stepUp && stepUp !== 'admin') all.push('wallet_too_new')
  if (versioned) all.push('version_conflict', 'precondition_required')
  if (proof) all.push(...proofErrors)
  if (phone) all.push(...handoverErrors)
  return [...all, ...errors]
}
