/** The closed catalogue of everything the server refuses: code, status, stable English title, and whether trying again can help. */

type Row = { status: number; title: string; retry: 'yes' | 'no' | 'after' }

export const errors = {
  invalid_body: { status: 400, title: 'The request body is invalid', retry: 'no' },
  bad_request: { status: 400, title: 'The request could not be parsed', retry: 'no' },
  unauthenticated: { status: 401, title: 'Not signed in', retry: 'yes' },
  session_expired: { status: 401, title: 'The session has expired', retry: 'yes' },
  session_revoked: { status: 401, title: 'The session was revoked', retry: 'yes' },
  csrf_refused: { status: 403, title: 'The request came from another site', retry: 'no' },
  purpose_not_allowed: { status: 403, title: 'This purpose is not allowed now', retry: 'no' },
  challenge_other_browser: { status: 403, title: 'The challenge belongs to another browser', retry: 'yes' },
  person_suspended: { status: 403, title: 'The account is suspended', retry: 'no' },
  setup_code_invalid: { status: 403, title: 'The setup code is wrong', retry: 'after' },
  forbidden: { status: 403, title: 'Permission denied', retry: 'no' },
  step_up_required: { status: 403, title: 'A fresh signature is required', retry: 'yes' },
  registration_closed: { status: 403, title: 'Registration is closed', retry: 'no' },
  invite_required: { status: 403, title: 'An invitation is required', retry: 'no' },
  invite_other_wallet: { status: 403, title: 'The invitation is for another wallet', retry: 'no' },
  wallet_not_yours: { status: 403, title: 'The wallet is not linked to this account', retry: 'yes' },
  wallet_too_new: { status: 403, title: 'The wallet was added too recently', retry: 'after' },
  own_role: { status: 403, title: 'You cannot do this to your own account', retry: 'no' },
  role_too_high: { status: 403, title: 'A higher role is required', retry: 'no' },
  access_denied: { status: 403, title: 'No access to this app', retry: 'no' },
  consent_required: { status: 403, title: 'Consent is required', retry: 'yes' },
  request_declined: { status: 403, title: 'The request was declined recently', retry: 'after' },
  not_found: { status: 404, title: 'Not found', retry: 'no' },
  challenge_unknown: { status: 404, title: 'Unknown challenge', retry: 'yes' },
  setup_done: { status: 404, title: 'Setup is complete', retry: 'no' },
  invite_invalid: { status: 404, title: 'The invitation does not exist', retry: 'no' },
  method_not_allowed: { status: 405, title: 'Method not allowed', retry: 'no' },
  challenge_used: { status: 409, title: 'The challenge was already used', retry: 'yes' },
  invite_used: { status: 409, title: 'The invitation was already used', retry: 'no' },
  person_deleting: { status: 409, title: 'The account is being deleted', retry: 'yes' },
  wallet_in_use: { status: 409, title: 'The wallet is linked to another account', retry: 'no' },
  wallet_already_yours: { status: 409, title: 'The wallet is already linked to this account', retry: 'no' },
  wallet_limit: { status: 409, title: 'Wallet limit reached', retry: 'no' },
  last_wallet: { status: 409, title: 'The last wallet cannot be removed', retry: 'no' },
  not_removing: { status: 409, title: 'The wallet is not being removed', retry: 'no' },
  network_exists: { status: 409, title: 'The network already exists', retry: 'no' },
  last_owner: { status: 409, title: 'Another owner is required first', retry: 'no' },
  client_id_taken: { status: 409, title: 'The client ID was used before', retry: 'no' },
  app_name_taken: { status: 409, title: 'Another app has this name', retry: 'no' },
  app_limit: { status: 409, title: 'App limit reached', retry: 'no' },
  app_disabled: { status: 409, title: 'The app is disabled', retry: 'no' },
  secret_limit: { status: 409, title: 'Secret limit reached', retry: 'no' },
  last_secret: { status: 409, title: 'The last secret cannot be removed', retry: 'no' },
  slug_taken: { status: 409, title: 'The short name is taken', retry: 'no' },
  group_limit: { status: 409, title: 'Group limit reached', retry: 'no' },
  group_in_use: { status: 409, title: 'The group is in use by an app or a host', retry: 'no' },
  host_taken: { status: 409, title: 'The host is already protected', retry: 'no' },
  host_limit: { status: 409, title: 'Host limit reached', retry: 'no' },
  host_token_limit: { status: 409, title: 'Host token limit reached', retry: 'no' },
  request_open: { status: 409, title: 'An access request is already open', retry: 'no' },
  request_not_needed: { status: 409, title: 'Access was already granted', retry: 'no' },
  request_closed: { status: 409, title: 'The request was already reviewed', retry: 'no' },
  invite_expired: { status: 410, title: 'The invitation has expired', retry: 'no' },
  interaction_expired: { status: 410, title: 'The authorization request has expired', retry: 'no' },
  challenge_expired: { status: 410, title: 'The challenge has expired', retry: 'yes' },
  version_conflict: { status: 412, title: 'Version conflict', retry: 'yes' },
  payload_too_large: { status: 413, title: 'The request is too large', retry: 'no' },
  unsupported_media_type: { status: 415, title: 'The request body is not JSON', retry: 'no' },
  message_malformed: { status: 422, title: 'The signed message is malformed', retry: 'yes' },
  domain_mismatch: { status: 422, title: 'The message is for another domain', retry: 'no' },
  statement_mismatch: { status: 422, title: 'The message has another statement', retry: 'yes' },
  nonce_mismatch: { status: 422, title: 'The message has another nonce', retry: 'yes' },
  address_invalid: { status: 422, title: 'The address in the message is not supported', retry: 'no' },
  signature_malformed: { status: 422, title: 'The signature is malformed', retry: 'yes' },
  signature_invalid: { status: 422, title: 'The signature is not from this account', retry: 'yes' },
  network_not_configured: { status: 422, title: 'This network is not configured', retry: 'no' },
  recovery_invalid: { status: 422, title: 'The recovery code is wrong', retry: 'after' },
  phrase_wrong: { status: 422, title: 'The confirmation phrase is wrong', retry: 'yes' },
  setting_invalid: { status: 422, title: 'A setting is invalid', retry: 'no' },
  network_wrong_chain: { status: 422, title: 'The endpoint serves another chain', retry: 'no' },
  redirect_invalid: { status: 422, title: 'A URL of the app is invalid', retry: 'no' },
  logo_invalid: { status: 422, title: 'The logo is invalid', retry: 'no' },
  range_too_long: { status: 422, title: 'The time range is too long', retry: 'no' },
  precondition_required: { status: 428, title: 'The version to change is required', retry: 'no' },
  rate_limited: { status: 429, title: 'Too many requests', retry: 'after' },
  internal: { status: 500, title: 'Internal server error', retry: 'yes' },
  maintenance: { status: 503, title: 'The server is restarting', retry: 'after' },
  rpc_unavailable: { status: 503, title: 'The network is not responding', retry: 'after' },
  db_unavailable: { status: 503, title: 'The database is not responding', retry: 'after' },
} as const satisfies Record<string, Row>

export type ErrorCode = keyof typeof errors

export const errorCodes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]] // the keys of a const object are its key type

/** Codes any route may answer with, so routes list only their own. */
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

/** Errors of every signed-in call, and of every call that needs a permission. */
export const signedInErrors = ['unauthenticated', 'session_expired', 'session_revoked'] as const satisfies ErrorCode[]
export const adminErrors = [...signedInErrors, 'forbidden'] as const satisfies ErrorCode[]

/** One field of a body that was refused: a JSON pointer and a short reason. */
export type FieldProblem = { path: string; code: string }

export type ProblemDetails = {
  type: string
  title: string
  status: number
  instance: string
  code: ErrorCode
  retryable: boolean
  traceId: string
  detail?: string | undefined
  fields?: FieldProblem[] | undefined
  retryAfter?: number | undefined
  /** When it will be possible, or what it is about: `wallet_too_new`, `person_deleting`. */
  until?: string | undefined
  /** What to sign for `step_up_required`. */
  act?: { action: string; target?: string | undefined } | undefined
  /** What became of an earlier access request, for `invite_required`. */
  request?: RequestNote | undefined
}

export type RequestNote = { status: 'open' | 'declined'; createdAt: string; until: string | null }

type AppErrorOptions = {
  /** A safe sentence for the person or developer; never a secret, an address of someone else or SQL. */
  detail?: string
  fields?: FieldProblem[]
  /** Seconds until another try makes sense. */
  retryAfter?: number
  /** A time that belongs to the refusal, RFC 3339. */
  until?: string
  /** For `step_up_required`. */
  act?: { action: string; target?: string | undefined }
  /** For `invite_required`. */
  request?: RequestNote | undefined
  /** For the log only. */
  cause?: unknown
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly detail: string | undefined
  readonly fields: FieldProblem[] | undefined
  readonly retryAfter: number | undefined
  readonly until: string | undefined
  readonly act: { action: string; target?: string | undefined } | undefined
  readonly request: RequestNote | undefined
  /** Set in the browser from the server's answer: what a person can quote. */
  traceId: string | undefined

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(`${code}: ${options.detail ?? errors[code].title}`, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errors[code].status
    this.detail = options.detail
    this.fields = options.fields
    this.retryAfter = options.retryAfter
    this.until = options.until
    this.act = options.act
    this.request = options.request
  }
}
