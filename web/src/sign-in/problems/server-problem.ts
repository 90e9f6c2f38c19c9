import { AppError, type ErrorCode, errors } from '@countersign/contract/error/errors.ts'
import { ConnectionError } from '../../api/connection-error.ts'
import type { Problem, Remedy } from './problem.ts'

export function serverProblem(error: unknown, at: number): Problem {
  if (error instanceof AppError) {
    const { code, detail, retryAfter, traceId, requirements } = error
    const remedy = remedies[code] ?? defaultRemedies[errors[code].retry]
    return { code, remedy, detail, retryAfter, traceId, at, requirements }
  }
  return { code: error instanceof ConnectionError ? error.code : 'internal', remedy: 'try_again', at }
}

/** Whether the challenge is still unused, so that the same signature can be sent until it expires. */
export function maySendAgain(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  return error instanceof AppError && resendable.includes(error.code)
}

const resendable: ErrorCode[] = [
  'internal',
  'maintenance',
  'db_unavailable',
  'rpc_unavailable',
  'access_unknown',
  'requirements_not_met',
  'rate_limited',
  'setup_code_invalid',
  'recovery_invalid',
]

/** A permanent error comes from a page older than its server, so the remedy is a reload. */
const defaultRemedies: Record<(typeof errors)[ErrorCode]['retry'], Remedy> = {
  yes: 'try_again',
  no: 'reload',
  after: 'try_again',
}

const remedies: Partial<Record<ErrorCode, Remedy>> = {
  rate_limited: 'wait',
  address_invalid: 'other_wallet',
  address_unsupported: 'other_wallet',
  network_unsupported: 'other_wallet',
  family_not_allowed: 'other_wallet',
  signature_unsupported: 'other_wallet',
  network_not_configured: 'other_wallet',
  domain_mismatch: 'none',
  deletion_not_yours: 'other_wallet',
  registration_closed: 'other_wallet',
  invite_required: 'other_wallet',
  requirements_not_met: 'other_wallet',
  invite_other_wallet: 'other_wallet',
  invite_invalid: 'none',
  invite_used: 'none',
  invite_expired: 'none',
  wallet_in_use: 'other_wallet',
  wallet_already_yours: 'other_wallet',
  wallet_limit: 'none',
  phone_off: 'other_wallet',
  phone_not_allowed: 'other_wallet',
  phone_device_unknown: 'other_wallet',
  phone_used: 'none',
  phone_ended: 'none',
  phone_locked: 'none',
  phone_networks_exceeded: 'none',
  phone_expired: 'none',
  phone_number_wrong: 'none',
}
