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
  not_found: { status: 404, title: 'There is nothing here', retry: 'no' },
  challenge_unknown: { status: 404, title: 'The challenge was not issued here', retry: 'yes' },
  setup_done: { status: 404, title: 'Setup is finished', retry: 'no' },
  method_not_allowed: { status: 405, title: 'This address does not take that method', retry: 'no' },
  challenge_used: { status: 409, title: 'The challenge was used already', retry: 'yes' },
  challenge_expired: { status: 410, title: 'The challenge ran out', retry: 'yes' },
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
  rate_limited: { status: 429, title: 'Too many tries', retry: 'after' },
  internal: { status: 500, title: 'Something went wrong on our side', retry: 'yes' },
  maintenance: { status: 503, title: 'The server is restarting', retry: 'after' },
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
] as const satisfies readonly ErrorCode[]

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
}

type AppErrorOptions = {
  /** A safe sentence for the person or developer; never a secret, an address of someone else or SQL. */
  detail?: string
  fields?: FieldProblem[]
  /** Seconds until another try makes sense. */
  retryAfter?: number
  /** For the log only. */
  cause?: unknown
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly detail: string | undefined
  readonly fields: FieldProblem[] | undefined
  readonly retryAfter: number | undefined
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
  }
}
