/** Whether a problem is one of the contract, with a code that its route declares. */

import { AssertionError } from 'node:assert'
import { type ErrorCode, errors, type ProblemDetails } from '@countersign/contract/error/errors.ts'
import { commonErrors, errorsOf } from '@countersign/contract/error/route-errors.ts'
import type { Route } from '@countersign/contract/route.ts'
import { expectProblem } from '../../support/server/responses.ts'
import type { Answer } from '../connection.ts'

/** The only server errors: a node of a chain cannot be asked, or does not answer. */
export const EXPECTED_503: readonly ErrorCode[] = ['rpc_unavailable', 'access_unknown']

const NEVER: readonly ErrorCode[] = ['internal', 'maintenance', 'db_unavailable']

/** Returns what is wrong. Without a route, only what any route may answer is right. */
export function checkProblem({ status, headers, body }: Answer, route: Route | undefined): string | undefined {
  const type = headers.get('content-type')?.[0]
  if (type !== 'application/problem+json') return `answered ${status} with ${type ?? 'no type'}`
  const text = body.toString()
  const json = parseJson(body) as ProblemDetails | undefined // compared below
  const code = json?.code
  if (!code || !Object.hasOwn(errors, code)) return `answered with an unknown problem: ${text.slice(0, 600)}`
  try {
    expectProblem({ status, headers: { 'content-type': type }, text, json }, code)
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error
    return `answered with a problem outside its schema: ${error.message}`
  }
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
