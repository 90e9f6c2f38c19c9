import { AppError, type ErrorCode, errors } from '@countersign/contract/errors.ts'
import { ConnectionError } from '../api/connection-error.ts'
import type { Problem, Remedy } from './problem.ts'

/** What the server said, or that it said nothing, as a problem with one remedy. */
export function serverProblem(error: unknown, at: number): Problem {
  const base = { wallet: undefined, retryAfter: undefined, detail: undefined, traceId: undefined, at }
  if (error instanceof AppError) {
    const { code, detail, retryAfter, traceId } = error
    return { ...base, code, detail, retryAfter, traceId, remedy: remedies[code] ?? usual[errors[code].retry] }
  }
  if (error instanceof ConnectionError) return { ...base, code: error.code, remedy: 'try_again' }
  return { ...base, code: 'internal', remedy: 'try_again' }
}

/** The signature was not the fault and is not spent: the same one may be sent again until its challenge ends. */
export function maySendAgain(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  return error instanceof AppError && resendable.includes(error.code)
}

const resendable: ErrorCode[] = [
  'internal',
  'maintenance',
  'db_unavailable',
  'rpc_unavailable',
  'rate_limited',
  'setup_code_invalid',
  'recovery_invalid',
]

/** A request that should not have been made comes from a page older than its server: load it anew. */
const usual: Record<(typeof errors)[ErrorCode]['retry'], Remedy> = {
  yes: 'try_again',
  no: 'reload',
  after: 'try_again',
}

const remedies: Partial<Record<ErrorCode, Remedy>> = {
  rate_limited: 'wait',
  address_invalid: 'other_wallet',
  network_not_configured: 'other_wallet',
  domain_mismatch: 'none',
  registration_closed: 'other_wallet',
  invite_required: 'other_wallet',
  invite_other_wallet: 'other_wallet',
  invite_invalid: 'none',
  invite_used: 'none',
  invite_expired: 'none',
  wallet_in_use: 'other_wallet',
  wallet_already_yours: 'other_wallet',
  wallet_limit: 'none',
}
