/** Asserts responses against the contract and returns their typed bodies. */

import assert from 'node:assert/strict'
import { errorTitles } from '@countersign/contract/error/error-titles.ts'
import { type ErrorCode, errors, type ProblemDetails } from '@countersign/contract/error/errors.ts'
import type { SessionState, StartedSession } from '@countersign/contract/routes/session.ts'
import { sessionStateSchema, startedSessionSchema } from '@countersign/contract/schemas/session.ts'
import type { HttpResponse } from './http-browser.ts'

export function expectStarted(response: HttpResponse): StartedSession {
  assert.equal(response.status, 201, response.text)
  return startedSessionSchema.parse(response.json)
}

export function expectSession(response: HttpResponse): SessionState {
  assert.equal(response.status, 200, response.text)
  return sessionStateSchema.parse(response.json)
}

/** Asserts a problem of the error catalog (RFC 9457) and returns it. */
export function expectProblem(response: HttpResponse, code: ErrorCode): ProblemDetails {
  const { status, retry } = errors[code]
  const title = errorTitles[code]
  const problem = response.json as ProblemDetails // each member is compared below
  assert.equal(problem?.code, code, response.text)
  const { traceId, instance, detail, fields, retryAfter, until, stepUp, request, requirements } = problem
  assert.deepEqual(
    { status: response.status, type: response.headers['content-type'] },
    { status, type: 'application/problem+json' },
  )
  assert.deepEqual(
    { ...problem },
    {
      ...{ type: problem.type, title, status, instance, code, retryable: retry !== 'no', traceId },
      ...(detail === undefined ? {} : { detail }),
      ...(fields === undefined ? {} : { fields }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(until === undefined ? {} : { until }),
      ...(stepUp === undefined ? {} : { stepUp }),
      ...(request === undefined ? {} : { request }),
      ...(requirements === undefined ? {} : { requirements }),
    },
  )
  assert.match(problem.type, new RegExp(`^https?://.+/problems/${code}$`))
  assert.match(traceId, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  return problem
}

/** The `Set-Cookie` line of a cookie; empty when it was not set. */
export function findSetCookie(response: HttpResponse, name: string): string {
  return [response.headers['set-cookie'] ?? []].flat().find((line) => line.startsWith(`${name}=`)) ?? ''
}
