/** Whether an answer is one that the contract allows. Returns what is wrong with it. */

import { errorTitles } from '@countersign/contract/error-titles.ts'
import { type ErrorCode, errorCodes, errors } from '@countersign/contract/errors.ts'
import type { Route } from '@countersign/contract/route.ts'
import { commonErrors, errorsOf } from '@countersign/contract/route-errors.ts'
import { routes, schemasOf } from '@countersign/contract/schemas/route-schemas.ts'
import * as z from 'zod/mini'
import type { Answer } from '../connection.ts'
import { type FuzzRequest, findRoute } from '../requests/request.ts'

/** The only server errors: a node of a chain cannot be asked, or does not answer. */
export const EXPECTED_503: readonly ErrorCode[] = ['rpc_unavailable', 'access_unknown']

const NEVER: readonly ErrorCode[] = ['internal', 'maintenance', 'db_unavailable']

const text = z.string()
const problemSchema = z.strictObject({
  type: text,
  title: text,
  status: z.number(),
  instance: text,
  code: z.enum(errorCodes),
  retryable: z.boolean(),
  traceId: z.string().check(z.regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)),
  detail: z.optional(text),
  fields: z.optional(z.array(z.strictObject({ path: text, code: text }))),
  retryAfter: z.optional(z.number()),
  until: z.optional(text),
  stepUp: z.optional(z.strictObject({ action: text, target: z.optional(text) })),
  request: z.optional(z.unknown()),
  requirements: z.optional(z.unknown()),
})

export function checkAnswer(request: FuzzRequest, answer: Answer): string | undefined {
  const { status, headers, body } = answer
  if (status < 200) return `answered with status ${status}`
  const type = headers.get('content-type')?.[0] ?? ''
  if (request.method === 'HEAD') return status >= 500 && status !== 503 ? `answered ${status}` : undefined
  // Node's own answers: to another expectation than `100-continue`, and to what it cannot parse.
  if (status === 417) return undefined
  if (status === 431 || (status === 400 && body.length === 0)) return answer.closes ? undefined : `kept open after ${status}`
  const route = findRoute(routes, request.method, request.target)
  if (request.kind === 'route' && status >= 400) return checkProblem(answer, type, route)
  if (request.kind === 'route' && route) return checkSuccess(answer, type, route)
  return status >= 500 ? `answered ${status}: ${body.toString('utf8', 0, 300)}` : undefined
}

function checkProblem({ status, body }: Answer, type: string, route: Route | undefined): string | undefined {
  if (type !== 'application/problem+json') return `answered ${status} with ${type || 'no type'}`
  const read = problemSchema.safeParse(parseJson(body))
  if (!read.success) return `answered with another problem than the contract's: ${describe(read.error, body)}`
  const { code, status: stated, title, type: uri, retryable } = read.data
  const { status: wanted, retry } = errors[code]
  if (status !== wanted || stated !== wanted) return `answered ${code} with status ${status}`
  if (title !== errorTitles[code] || !uri.endsWith(`/problems/${code}`) || retryable !== (retry !== 'no'))
    return `answered ${code} with other words`
  if (NEVER.includes(code) || (status >= 500 && !EXPECTED_503.includes(code))) return `answered ${code}`
  const declared: readonly ErrorCode[] = [...commonErrors, ...(route ? errorsOf(route) : [])]
  return declared.includes(code) ? undefined : `answered ${code}, which the route does not declare`
}

function checkSuccess({ status, body }: Answer, type: string, route: Route): string | undefined {
  if (status === 304 && route.method === 'GET' && route.caller === 'anyone') return undefined
  if (status !== route.status) return `answered ${status} instead of ${route.status}`
  if (route.status === 204) return body.length === 0 ? undefined : 'answered 204 with a body'
  const wanted = route.media ?? 'application/json'
  if (!type.startsWith(wanted)) return `answered ${status} with ${type || 'no type'}`
  if (route.media) return undefined
  const read = schemasOf(route).answer?.safeParse(parseJson(body))
  if (!read) return body.length === 0 ? undefined : 'answered with a body'
  return read.success ? undefined : `answered outside its schema: ${describe(read.error, body)}`
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function describe(error: z.core.$ZodError, body: Buffer): string {
  const issues = error.issues.slice(0, 3).map(({ path, code }) => `${path.join('.')} ${code}`)
  return `${issues.join(', ')} in ${body.toString('utf8', 0, 600)}`
}
