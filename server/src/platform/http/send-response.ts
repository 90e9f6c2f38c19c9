import { errorTitles } from '@countersign/contract/error/error-titles.ts'
import { AppError, type ErrorCode, errors, type ProblemDetails } from '@countersign/contract/error/errors.ts'
import { RATE_REFUSALS_LOGGED } from '@countersign/contract/limits.ts'
import { memoize } from '../memoize.ts'
import type { PlatformContext } from '../platform-context.ts'
import type { Exchange } from './exchange.ts'
import type { SecurityHeaders } from './security-headers.ts'

export type HeaderFields = Record<string, string | string[]>

type Reply = {
  /** Shared by many responses. */
  headers: HeaderFields
  /** Of this response: they replace shared ones of the same name. */
  more?: HeaderFields
  body?: string | Uint8Array
  /** The length of the body in UTF-8, if it is known. */
  bytes?: number
}

/** Writes every response but event streams and those of oidc-provider. */
export function send(
  exchange: Exchange,
  status: number,
  { headers, more, body = '', bytes = Buffer.byteLength(body) }: Reply,
): void {
  const { request, response } = exchange
  const list = more ? toList({ ...headers, ...more }) : [...sharedList(headers)]
  if (status !== 204 && status !== 304) list.push('Content-Length', String(bytes))
  // With the other headers: one `setHeader` before `writeHead` puts node on a slower path.
  for (const cookie of exchange.cookies.changes()) list.push('Set-Cookie', cookie)
  response.writeHead(status, list)
  if (bytes === 0 || request.method === 'HEAD') response.end()
  // Node sends plain ASCII faster as latin1.
  else response.end(body, bytes === body.length ? 'latin1' : 'utf8')
}

const sharedList = memoize(toList)

/** Names and values in turn, which node writes faster than an object. */
function toList(headers: HeaderFields): string[] {
  return Object.entries(headers).flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value]))
}

export function sendProblem(
  context: PlatformContext,
  exchange: Exchange,
  thrown: unknown,
  headers: SecurityHeaders,
): void {
  const error = thrown instanceof AppError ? thrown : new AppError('internal', { cause: thrown })
  logProblem(context, exchange, error)
  const { response, request } = exchange
  if (response.headersSent) return void response.destroy()
  const body = JSON.stringify(problemDetails(context, exchange, error))
  const more: HeaderFields = { 'Content-Type': 'application/problem+json' }
  if (error.status === 401) more['WWW-Authenticate'] = 'Countersign'
  if (error.retryAfter !== undefined) more['Retry-After'] = String(error.retryAfter)
  // The rest of a rejected body is not read, so the connection is closed.
  if (!request.complete) more.Connection = 'close'
  send(exchange, error.status, { headers: headers.call, more, body })
}

function problemDetails(context: PlatformContext, exchange: Exchange, error: AppError): ProblemDetails {
  return {
    type: `${context.config.origin}/problems/${error.code}`,
    title: errorTitles[error.code],
    status: error.status,
    detail: error.detail,
    // A path can be the secret one of a forward-auth check, and proxies pass its problems on to visitors.
    instance: redactPath(exchange.path),
    code: error.code,
    retryable: errors[error.code].retry !== 'no',
    traceId: exchange.traceId,
    fields: error.fields,
    retryAfter: error.retryAfter,
    until: error.until,
    stepUp: error.stepUp,
    request: error.request,
    requirements: error.requirements,
  }
}

function logProblem(context: PlatformContext, exchange: Exchange, error: AppError): void {
  const fields = {
    traceId: exchange.traceId,
    method: exchange.request.method,
    path: redactPath(exchange.path),
    status: error.status,
    code: error.code,
    address: exchange.ip,
  }
  if (error.status < 500) return logRefusal(context, fields)
  context.log.error('request failed', { ...fields, cause: describe(error.cause) })
}

/** Repeated rejections are sampled, and the omitted ones counted. */
function logRefusal(context: PlatformContext, fields: { code: ErrorCode }): void {
  const { code } = fields
  const counts = omittedBy(context)
  const count = counts.get(code) ?? 0
  if (!context.rates.tryTake(`log:${code}`, RATE_REFUSALS_LOGGED)) return void counts.set(code, count + 1)
  counts.delete(code)
  context.log.info('request rejected', count > 0 ? { ...fields, omitted: count } : fields)
}

const omittedBy = memoize((_: PlatformContext) => new Map<ErrorCode, number>())

/** Message and stack, never values from the request. */
function describe(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined
  return (cause.stack ?? cause.message).split('\n').slice(0, 6).join(' | ')
}

/** Redacts segments that are long enough to be tokens. Ids are kept, since they grant nothing. */
export function redactPath(path: string): string {
  const shown = path.split('/').map((segment) => (segment.length >= TOKEN_MIN && !ID.test(segment) ? '…' : segment))
  return shown.join('/').slice(0, 200)
}

const TOKEN_MIN = 20
const ID = /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/
