import { AppError, type ErrorCode, errorCodes, type FieldProblem } from '@countersign/contract/errors.ts'
import { problemSchema } from '@countersign/contract/problem.ts'
import type { AnswerOf, BodyOf, Route } from '@countersign/contract/route.ts'
import { ConnectionError } from './connection-error.ts'

export type CallOptions = { signal?: AbortSignal | undefined; idempotencyKey?: string | undefined }

export type Call = <R extends Route>(route: R, body?: BodyOf<R>, options?: CallOptions) => Promise<AnswerOf<R>>

/** Calls one contract route: the answer it promises, or an AppError, or a ConnectionError. */
export const callRoute: Call = (route, body, options) =>
  createCall((url, init) => fetch(url, init))(route, body, options)

export function createCall(send: (url: string, init: RequestInit) => Promise<Response>): Call {
  return async (route, body, options = {}) => {
    const response = await answer(send, route, body, options)
    if (!response.ok) throw await refusal(response)
    if (response.status !== route.status) throw new ConnectionError('server/unreadable')
    const read = route.answer.safeParse(response.status === 204 ? undefined : await json(response))
    if (!read.success) throw new ConnectionError('server/unreadable', { cause: read.error })
    return read.data as AnswerOf<typeof route> // the schema that just passed is the one the type is made from
  }
}

async function answer(
  send: (url: string, init: RequestInit) => Promise<Response>,
  route: Route,
  body: unknown,
  options: CallOptions,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Countersign': '1' }
  const init: RequestInit = { method: route.method, headers, credentials: 'same-origin', redirect: 'error' }
  if (route.method !== 'GET') headers['Content-Type'] = 'application/json'
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey
  if (body !== undefined) init.body = JSON.stringify(body)
  if (options.signal) init.signal = options.signal
  try {
    return await send(route.path, init)
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new ConnectionError('server/unreachable', { cause: error })
  }
}

async function refusal(response: Response): Promise<AppError | ConnectionError> {
  const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json') ?? false
  const read = problemSchema.safeParse(isProblem ? await json(response) : undefined)
  // A proxy in front of us answers with its own pages: 502 to 504 mean that the server was not reached.
  if (!read.success) {
    return new ConnectionError(
      response.status >= 502 && response.status <= 504 ? 'server/unreachable' : 'server/unreadable',
    )
  }
  const { code, detail, fields, retryAfter = seconds(response), traceId } = read.data
  const options: { detail?: string; fields?: FieldProblem[]; retryAfter?: number } = {}
  if (detail !== undefined) options.detail = detail
  if (fields !== undefined) options.fields = fields
  if (retryAfter !== undefined) options.retryAfter = retryAfter
  const error = new AppError(isErrorCode(code) ? code : 'internal', options)
  error.traceId = traceId
  return error
}

function isErrorCode(code: string): code is ErrorCode {
  return (errorCodes as string[]).includes(code) // widened so that an unknown code may be asked for
}

function seconds(response: Response): number | undefined {
  const header = response.headers.get('Retry-After')
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined
}

async function json(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    throw new ConnectionError('server/unreadable', { cause: error })
  }
}
