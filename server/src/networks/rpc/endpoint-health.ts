/** Down after some failures in a row, up again after some answers in a row. */

import { ENDPOINT_DOWN_AFTER, ENDPOINT_UP_AFTER } from '@countersign/contract/limits.ts'

export type EndpointHealth = {
  state: 'unknown' | 'up' | 'down'
  failures: number
  answers: number
  latencyMs: number | null
  problem: string | null
  lastOkAt: number | null
  triedAt: number
}

export const UNTRIED: EndpointHealth = {
  state: 'unknown',
  failures: 0,
  answers: 0,
  latencyMs: null,
  problem: null,
  lastOkAt: null,
  triedAt: 0,
}

export function afterAnswer(health: EndpointHealth, { now, tookMs }: { now: number; tookMs: number }): EndpointHealth {
  const answers = health.answers + 1
  const up = health.state !== 'down' || answers >= ENDPOINT_UP_AFTER
  return {
    state: up ? 'up' : 'down',
    failures: 0,
    answers,
    latencyMs: tookMs,
    problem: up ? null : health.problem,
    lastOkAt: now,
    triedAt: now,
  }
}

export function afterFailure(
  health: EndpointHealth,
  { now, problem }: { now: number; problem: string },
): EndpointHealth {
  const failures = health.failures + 1
  const state = failures >= ENDPOINT_DOWN_AFTER ? 'down' : health.state
  return { ...health, state, failures, answers: 0, problem, triedAt: now }
}
