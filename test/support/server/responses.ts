/** Asserts responses against the contract and returns their typed bodies. */

import assert from 'node:assert/strict'
import { errorTitles } from '@countersign/contract/error-titles.ts'
import { type ErrorCode, errors, type ProblemDetails } from '@countersign/contract/errors.ts'
import type { SessionState, StartedSession } from '@countersign/contract/routes/session.ts'
import { sessionStateSchema, startedSessionSchema } from '@countersign/contract/schemas/session.ts'
import type { HttpResponse } from './http-browser.ts'

export function expectStarted(answer: HttpResponse): StartedSession {
  assert.equal(answer.status, 201, answer.text)
  return startedSessionSchema.parse(answer.json)
}

export function expectSession(answer: HttpResponse): SessionState {
  assert.equal(answer.status, 200, answer.text)
  return sessionStateSchema.parse(answer.json)
}

/** Asserts a problem of the error catalog (RFC 9457) and returns it. */
export function expectProblem(answer: HttpResponse, code: ErrorCode): ProblemDetails {
  const { status, retry } = errors[code]
  const title = errorTitles[code]
  const problem = answer.json as ProblemDetails // each member is compared below
  assert.equal(problem?.code, code, answer.text)
  const { traceId, instance, detail, fields, retryAfter, until, stepUp, request } = problem
  assert.deepEqual(
    { status: answer.status, type: answer.headers['content-type'] },
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
    },
  )
  assert.match(problem.type, new RegExp(`^https?://.+/problems/${code}$`))
  assert.match(traceId, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  return problem
}

/** The `Set-Cookie` line of a cookie; empty when it was not set. */
export function findSetCookie(answer: HttpResponse, name: string): string {
  return [answer.headers['set-cookie'] ?? []].flat().find((line) => line.startsWith(`${name}=`)) ?? ''
}
