/** The closed catalogue of everything the server refuses: code, status, stable English title, and whether trying again can help. */

type Row = { status: number; title: string; retry: 'yes' | 'no' | 'after' }

export const errors = {
  invalid_body: { status: 400, title: 'The request does not have the agreed shape', retry: 'no' },
  bad_request: { status: 400, title: 'The request could not be read', retry: 'no' },
  unauthenticated: { status: 401, title: 'Nobody is signed in', retry: 'yes' },
  session_expired: { status: 401, title: 'The session ran out', retry: 'yes' },
  session_revoked: { status: 401, title: 'The session was ended', retry: 'yes' },
  csrf_refused: { status: 403, title: 'The request did not come from this site', retry: 'no' },
  purpose_not_allowed: { status: 403, title: 'Nothing can be signed for this purpose now', retry: 'no' },
  challenge_other_browser: { status: 403, title: 'The challenge belongs to another browser', retry: 'yes' },
  person_suspended: { status: 403, title: 'This person is suspended', retry: 'no' },
  setup_code_invalid: { status: 403, title: 'The setup code is wrong', retry: 'after' },
  forbidden: { status: 403, title: 'This is not allowed to you', retry: 'no' },
  step_up_required: { status: 403, title: 'A fresh signature is needed for this', retry: 'yes' },
  registration_closed: { status: 403, title: 'Only known people can sign in here', retry: 'no' },
  invite_required: { status: 403, title: 'An invitation is needed', retry: 'no' },
  invite_other_wallet: { status: 403, title: 'The invitation is for another wallet', retry: 'no' },
  wallet_not_yours: { status: 403, title: 'The signature is not by a wallet of this person', retry: 'yes' },
  wallet_too_new: { status: 403, title: 'The wallet was added too recently for this', retry: 'after' },
  own_role: { status: 403, title: 'Nobody changes their own role', retry: 'no' },
  role_too_high: { status: 403, title: 'This needs a higher role', retry: 'no' },
  access_denied: { status: 403, title: 'This app does not let this person in', retry: 'no' },
  consent_required: { status: 403, title: 'This app has not been allowed to know the person', retry: 'yes' },
  request_declined: { status: 403, title: 'The request was declined recently', retry: 'after' },
  not_found: { status: 404, title: 'There is nothing here', retry: 'no' },
  challenge_unknown: { status: 404, title: 'The challenge was not issued here', retry: 'yes' },
  setup_done: { status: 404, title: 'Setup is finished', retry: 'no' },
  invite_invalid: { status: 404, title: 'There is no such invitation', retry: 'no' },
  method_not_allowed: { status: 405, title: 'This address does not take that method', retry: 'no' },
  challenge_used: { status: 409, title: 'The challenge was used already', retry: 'yes' },
  invite_used: { status: 409, title: 'The invitation was used up', retry: 'no' },
  person_deleting: { status: 409, title: 'This account is being deleted', retry: 'yes' },
  wallet_in_use: { status: 409, title: 'The wallet is used by an account already', retry: 'no' },
  wallet_already_yours: { status: 409, title: 'The wallet is one of this account already', retry: 'no' },
  wallet_limit: { status: 409, title: 'No more wallets can be added', retry: 'no' },
  last_wallet: { status: 409, title: 'The last wallet cannot be removed', retry: 'no' },
  not_removing: { status: 409, title: 'The wallet is not being removed', retry: 'no' },
  network_exists: { status: 409, title: 'The network is there already', retry: 'no' },
  last_owner: { status: 409, title: 'There must be another owner first', retry: 'no' },
  client_id_taken: { status: 409, title: 'An app had this client id already', retry: 'no' },
  app_name_taken: { status: 409, title: 'Another app has this name', retry: 'no' },
  app_limit: { status: 409, title: 'No more apps can be added', retry: 'no' },
  app_disabled: { status: 409, title: 'The app is switched off', retry: 'no' },
  secret_limit: { status: 409, title: 'The app has as many secrets as it can have', retry: 'no' },
  last_secret: { status: 409, title: 'The app needs another secret first', retry: 'no' },
  slug_taken: { status: 409, title: 'Another group is called that', retry: 'no' },
  group_limit: { status: 409, title: 'No more groups can be added', retry: 'no' },
  group_in_use: { status: 409, title: 'An app or a host lets only this group in', retry: 'no' },
  host_taken: { status: 409, title: 'The host is protected already', retry: 'no' },
  host_limit: { status: 409, title: 'No more hosts can be added', retry: 'no' },
  host_token_limit: { status: 409, title: 'No more tokens can be added to this host', retry: 'no' },
  request_open: { status: 409, title: 'The request is open already', retry: 'no' },
  request_not_needed: { status: 409, title: 'Access is given already', retry: 'no' },
  request_closed: { status: 409, title: 'The request was decided already', retry: 'no' },
  invite_expired: { status: 410, title: 'The invitation ran out', retry: 'no' },
  interaction_expired: { status: 410, title: 'The request of the app ran out', retry: 'no' },
  challenge_expired: { status: 410, title: 'The challenge ran out', retry: 'yes' },
  version_conflict: { status: 412, title: 'It was changed meanwhile', retry: 'yes' },
  payload_too_large: { status: 413, title: 'The request is too large', retry: 'no' },
  unsupported_media_type: { status: 415, title: 'The request body is not JSON', retry: 'no' },
  message_malformed: { status: 422, title: 'The signed message is not the agreed text', retry: 'yes' },
  domain_mismatch: { status: 422, title: 'The message was signed for another address', retry: 'no' },
  statement_mismatch: { status: 422, title: 'The message has another statement', retry: 'yes' },
  nonce_mismatch: { status: 422, title: 'The message has another nonce', retry: 'yes' },
  address_invalid: { status: 422, title: 'The account in the message cannot sign in', retry: 'no' },
  signature_malformed: { status: 422, title: 'The signature cannot be read', retry: 'yes' },
  signature_invalid: { status: 422, title: 'The signature is not by this account', retry: 'yes' },
  network_not_configured: { status: 422, title: 'Smart accounts on this network cannot be checked here', retry: 'no' },
  recovery_invalid: { status: 422, title: 'The recovery code does not work', retry: 'after' },
  phrase_wrong: { status: 422, title: 'The confirmation is not the agreed phrase', retry: 'yes' },
  setting_invalid: { status: 422, title: 'A setting cannot be taken', retry: 'no' },
  network_wrong_chain: { status: 422, title: 'The endpoint answers for another chain', retry: 'no' },
  redirect_invalid: { status: 422, title: 'An address of the app cannot be taken', retry: 'no' },
  logo_invalid: { status: 422, title: 'The logo cannot be taken', retry: 'no' },
  range_too_long: { status: 422, title: 'The span of time is too long', retry: 'no' },
  precondition_required: { status: 428, title: 'The version to change was not named', retry: 'no' },
  rate_limited: { status: 429, title: 'Too many tries', retry: 'after' },
  internal: { status: 500, title: 'Something went wrong on our side', retry: 'yes' },
  maintenance: { status: 503, title: 'The server is restarting', retry: 'after' },
  rpc_unavailable: { status: 503, title: 'The network cannot be asked right now', retry: 'after' },
  db_unavailable: { status: 503, title: 'The database is not answering', retry: 'after' },
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
  // Of whoever signed in with a contract wallet, or tries to.
  'rpc_unavailable',
] as const satisfies readonly ErrorCode[]

/** What every call of somebody signed in may answer with, and what one that needs a permission may. */
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
