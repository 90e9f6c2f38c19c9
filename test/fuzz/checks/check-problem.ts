/** Whether a problem is one of the contract, with a code that its route declares. */

import { errorTitles } from '@countersign/contract/error-titles.ts'
import { type ErrorCode, errorCodes, errors } from '@countersign/contract/errors.ts'
import type { Route } from '@countersign/contract/route.ts'
import { commonErrors, errorsOf } from '@countersign/contract/route-errors.ts'
import * as z from 'zod/mini'
import type { Answer } from '../connection.ts'

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

/** Returns what is wrong. Without a route, only what any route may answer is right. */
export function checkProblem({ status, headers, body }: Answer, route: Route | undefined): string | undefined {
  const type = headers.get('content-type')?.[0]
  if (type !== 'application/problem+json') return `answered ${status} with ${type ?? 'no type'}`
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

export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

export function describe(error: z.core.$ZodError, body: Buffer): string {
  const issues = error.issues.slice(0, 3).map(({ path, code }) => `${path.join('.')} ${code}`)
  return `${issues.join(', ')} in ${body.toString('utf8', 0, 600)}`
}
