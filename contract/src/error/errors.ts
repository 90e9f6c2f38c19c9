/** The closed catalog of error codes: the status of each, and whether a retry can succeed. Titles: error-titles.ts. */

import type { Requirement } from '../rule/rule.ts'

type Row = { status: number; retry: 'yes' | 'no' | 'after' }

export const errors = {
  invalid_body: { status: 400, retry: 'no' },
  bad_request: { status: 400, retry: 'no' },
  unauthenticated: { status: 401, retry: 'yes' },
  session_expired: { status: 401, retry: 'yes' },
  session_revoked: { status: 401, retry: 'yes' },
  csrf_refused: { status: 403, retry: 'no' },
  purpose_not_allowed: { status: 403, retry: 'no' },
  family_not_allowed: { status: 403, retry: 'no' },
  challenge_other_browser: { status: 403, retry: 'yes' },
  person_suspended: { status: 403, retry: 'no' },
  setup_code_invalid: { status: 403, retry: 'after' },
  setup_required: { status: 403, retry: 'after' },
  forbidden: { status: 403, retry: 'no' },
  step_up_required: { status: 403, retry: 'yes' },
  registration_closed: { status: 403, retry: 'no' },
  invite_required: { status: 403, retry: 'no' },
  invite_other_wallet: { status: 403, retry: 'no' },
  wallet_not_yours: { status: 403, retry: 'yes' },
  wallet_too_new: { status: 403, retry: 'after' },
  own_role: { status: 403, retry: 'no' },
  role_too_high: { status: 403, retry: 'no' },
  access_denied: { status: 403, retry: 'no' },
  consent_required: { status: 403, retry: 'yes' },
  request_declined: { status: 403, retry: 'after' },
  requirements_not_met: { status: 403, retry: 'no' },
  phone_off: { status: 403, retry: 'no' },
  phone_not_allowed: { status: 403, retry: 'no' },
  phone_device_unknown: { status: 403, retry: 'no' },
  not_found: { status: 404, retry: 'no' },
  challenge_unknown: { status: 404, retry: 'yes' },
  setup_done: { status: 404, retry: 'no' },
  invite_invalid: { status: 404, retry: 'no' },
  phone_code_unknown: { status: 404, retry: 'yes' },
  method_not_allowed: { status: 405, retry: 'no' },
  deletion_not_yours: { status: 409, retry: 'no' },
  challenge_used: { status: 409, retry: 'yes' },
  invite_used: { status: 409, retry: 'no' },
  person_deleting: { status: 409, retry: 'yes' },
  wallet_in_use: { status: 409, retry: 'no' },
  wallet_already_yours: { status: 409, retry: 'no' },
  wallet_limit: { status: 409, retry: 'no' },
  last_wallet: { status: 409, retry: 'no' },
  not_removing: { status: 409, retry: 'no' },
  network_exists: { status: 409, retry: 'no' },
  last_owner: { status: 409, retry: 'no' },
  client_id_taken: { status: 409, retry: 'no' },
  app_name_taken: { status: 409, retry: 'no' },
  app_limit: { status: 409, retry: 'no' },
  app_disabled: { status: 409, retry: 'no' },
  secret_limit: { status: 409, retry: 'no' },
  last_secret: { status: 409, retry: 'no' },
  slug_taken: { status: 409, retry: 'no' },
  group_limit: { status: 409, retry: 'no' },
  group_in_use: { status: 409, retry: 'no' },
  host_taken: { status: 409, retry: 'no' },
  host_limit: { status: 409, retry: 'no' },
  host_token_limit: { status: 409, retry: 'no' },
  vault_limit: { status: 409, retry: 'no' },
  vault_exists: { status: 409, retry: 'no' },
  request_open: { status: 409, retry: 'no' },
  request_not_needed: { status: 409, retry: 'no' },
  request_closed: { status: 409, retry: 'no' },
  phone_not_approved: { status: 409, retry: 'yes' },
  phone_used: { status: 409, retry: 'no' },
  phone_ended: { status: 409, retry: 'no' },
  phone_locked: { status: 409, retry: 'no' },
  phone_networks_exceeded: { status: 409, retry: 'no' },
  phone_expired: { status: 410, retry: 'no' },
  invite_expired: { status: 410, retry: 'no' },
  interaction_expired: { status: 410, retry: 'no' },
  challenge_expired: { status: 410, retry: 'yes' },
  version_conflict: { status: 412, retry: 'yes' },
  payload_too_large: { status: 413, retry: 'no' },
  unsupported_media_type: { status: 415, retry: 'no' },
  message_malformed: { status: 422, retry: 'yes' },
  domain_mismatch: { status: 422, retry: 'no' },
  statement_mismatch: { status: 422, retry: 'yes' },
  nonce_mismatch: { status: 422, retry: 'yes' },
  address_invalid: { status: 422, retry: 'no' },
  address_unsupported: { status: 422, retry: 'no' },
  network_unsupported: { status: 422, retry: 'no' },
  signature_malformed: { status: 422, retry: 'yes' },
  signature_unsupported: { status: 422, retry: 'no' },
  signature_invalid: { status: 422, retry: 'yes' },
  network_not_configured: { status: 422, retry: 'no' },
  recovery_invalid: { status: 422, retry: 'after' },
  phrase_wrong: { status: 422, retry: 'yes' },
  phone_number_wrong: { status: 422, retry: 'no' },
  phone_digits_wrong: { status: 422, retry: 'yes' },
  setting_invalid: { status: 422, retry: 'no' },
  network_wrong_chain: { status: 422, retry: 'no' },
  redirect_invalid: { status: 422, retry: 'no' },
  logo_invalid: { status: 422, retry: 'no' },
  range_too_long: { status: 422, retry: 'no' },
  delegation_missing: { status: 422, retry: 'yes' },
  precondition_required: { status: 428, retry: 'no' },
  rate_limited: { status: 429, retry: 'after' },
  internal: { status: 500, retry: 'yes' },
  maintenance: { status: 503, retry: 'after' },
  rpc_unavailable: { status: 503, retry: 'after' },
  access_unknown: { status: 503, retry: 'after' },
  db_unavailable: { status: 503, retry: 'after' },
} as const satisfies Record<string, Row>

export type ErrorCode = keyof typeof errors

export const errorCodes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]] // keys of a const object

/** One invalid field of a body: a JSON pointer and a short reason. */
export type FieldProblem = { path: string; code: string }

/** The state of an earlier access request. */
export type RequestNote = { status: 'open' | 'declined'; createdAt: string; until: string | null }

type ErrorDetails = {
  /** A safe sentence for the person or developer; never a secret, an address of someone else or SQL. */
  detail?: string | undefined
  fields?: FieldProblem[] | undefined
  /** Seconds until a retry makes sense. */
  retryAfter?: number | undefined
  /** RFC 3339. For `wallet_too_new`, `person_deleting`, `deletion_not_yours` and `request_declined`. */
  until?: string | undefined
  /** What to sign. For `step_up_required`. */
  stepUp?: { action: string; target?: string | undefined } | undefined
  /** For `invite_required` and `requirements_not_met`. */
  request?: RequestNote | undefined
  /** For `requirements_not_met` and `access_unknown` of a sign-up. */
  requirements?: Requirement[] | undefined
}

/** The body of every error (RFC 9457). */
export type ProblemDetails = ErrorDetails & {
  type: string
  title: string
  status: number
  instance: string
  code: ErrorCode
  retryable: boolean
  traceId: string
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly detail: ErrorDetails['detail']
  readonly fields: ErrorDetails['fields']
  readonly retryAfter: ErrorDetails['retryAfter']
  readonly until: ErrorDetails['until']
  readonly stepUp: ErrorDetails['stepUp']
  readonly request: ErrorDetails['request']
  readonly requirements: ErrorDetails['requirements']
  /** Set in the browser from the server's answer: what a person can quote. */
  traceId: string | undefined

  /** `cause` is for the log only. */
  constructor(code: ErrorCode, options: ErrorDetails & { cause?: unknown } = {}) {
    super(options.detail === undefined ? code : `${code}: ${options.detail}`, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errors[code].status
    this.detail = options.detail
    this.fields = options.fields
    this.retryAfter = options.retryAfter
    this.until = options.until
    this.stepUp = options.stepUp
    this.request = options.request
    this.requirements = options.requirements
  }
}
