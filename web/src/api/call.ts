import { AppError, type ErrorCode, errorCodes, type ProblemDetails } from '@countersign/contract/error/errors.ts'
import type { AnswerOf, BodyOf, Route } from '@countersign/contract/route.ts'
import { ConnectionError } from './connection-error.ts'

export type CallOptions = {
  params?: Record<string, string> | undefined
  query?: Record<string, string | number | undefined> | undefined
  /** Sent as `If-Match`; the server rejects a stale version. */
  version?: number | undefined
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
}

export type Call = <R extends Route>(route: R, body?: BodyOf<R>, options?: CallOptions) => Promise<AnswerOf<R>>

/** Calls a contract route. Throws an AppError or a ConnectionError. */
export const callRoute: Call = (route, body, options) =>
  createCall((url, init) => fetch(url, init))(route, body, options)

export function createCall(send: (url: string, init: RequestInit) => Promise<Response>): Call {
  return async (route, body, options = {}) => {
    const response = await sendRequest(send, route, body, options)
    if (!response.ok) throw await readError(response)
    if (response.status !== route.status) throw new ConnectionError('server/unreadable')
    // The server is type-checked against the same route, so its answer is not validated again.
    return (await readAnswer(response, route)) as AnswerOf<typeof route>
  }
}

function readAnswer(response: Response, route: Route): Promise<unknown> | undefined {
  if (response.status === 204) return undefined
  return route.media ? response.text() : json(response)
}

async function sendRequest(
  send: (url: string, init: RequestInit) => Promise<Response>,
  route: Route,
  body: unknown,
  options: CallOptions,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Countersign': '1' }
  const init: RequestInit = { method: route.method, headers, credentials: 'same-origin', redirect: 'error' }
  if (route.method !== 'GET') headers['Content-Type'] = 'application/json'
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey
  if (options.version !== undefined) headers['If-Match'] = `"${options.version}"`
  if (body !== undefined) init.body = JSON.stringify(body)
  if (options.signal) init.signal = options.signal
  const url = buildUrl(route.path, options)
  try {
    return await send(url, init)
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new ConnectionError('server/unreachable', { cause: error })
  }
}

export function buildUrl(path: string, { params = {}, query = {} }: Pick<CallOptions, 'params' | 'query'>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? ''
    // An empty value or a dot segment would lead to another route.
    if (/^\.{0,2}$/.test(value)) throw new AppError('not_found')
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const name in query) if (query[name] !== undefined) search.set(name, `${query[name]}`)
  return search.size > 0 ? `${filled}?${search}` : filled
}

async function readError(response: Response): Promise<AppError | ConnectionError> {
  const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json') ?? false
  // Without a problem document the answer is a proxy's; 502 to 504 mean that it could not reach the server.
  if (!isProblem) {
    return new ConnectionError(
      response.status >= 502 && response.status <= 504 ? 'server/unreachable' : 'server/unreadable',
    )
  }
  // Partial: a newer server may send other fields and codes.
  const problem = (await json(response)) as Partial<ProblemDetails>
  const { code, detail, fields, retryAfter = seconds(response), until, stepUp, request, requirements } = problem
  const error = new AppError(isErrorCode(code) ? code : 'internal', {
    detail: typeof detail === 'string' ? detail : undefined,
    fields: Array.isArray(fields) ? fields : undefined,
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
    until,
    stepUp,
    request,
    requirements: Array.isArray(requirements) ? requirements : undefined,
  })
  error.traceId = problem.traceId
  return error
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return (errorCodes as (string | undefined)[]).includes(code) // widened to look up any string
}

function seconds(response: Response): number | undefined {
  const header = response.headers.get('Retry-After')
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined
}

async function json(response: Response): Promise<object> {
  try {
    const value: unknown = await response.json()
    if (typeof value === 'object' && value !== null) return value
  } catch (error) {
    throw new ConnectionError('server/unreadable', { cause: error })
  }
  throw new ConnectionError('server/unreadable')
}
