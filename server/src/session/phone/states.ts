/** The states of a request, and what may happen in each. */

import { AppError, type ErrorCode } from '@countersign/contract/error/errors.ts'
import {
  PHONE_APPROVED_MS,
  PHONE_DIGITS_TRIES,
  PHONE_REQUEST_MS,
  PHONE_UNOPENED_MS,
} from '@countersign/contract/limits/phone-limits.ts'
import { isOver } from '@countersign/contract/phone-state.ts'
import type { PhoneRequest, PhoneState } from '@countersign/contract/routes/phone.ts'
import type { PhoneRequestRecord, RequestState } from '../../proof/phone/phone-request.store.ts'

export function stateOf(
  { state, expiresAt }: Pick<PhoneRequestRecord, 'state' | 'expiresAt'>,
  now: number,
): PhoneState {
  if (state === 'networks_exceeded') return 'canceled'
  return !isOver(state) && now >= expiresAt ? 'expired' : state
}

export function presentRequest(request: RequestState, now: number): PhoneRequest {
  const { id, direct, tries, expiresAt } = request
  return {
    id,
    state: stateOf(request, now),
    direct,
    triesLeft: Math.max(0, PHONE_DIGITS_TRIES - tries),
    expiresInMs: Math.max(0, expiresAt - now),
  }
}

/** Throws unless the request is in one of these states. */
export function requireState(request: PhoneRequestRecord, now: number, ...allowed: PhoneState[]): void {
  const state = stateOf(request, now)
  if (!allowed.includes(state)) throw new AppError(errorOf(request, state))
}

function errorOf({ state }: PhoneRequestRecord, current: PhoneState): ErrorCode {
  if (state === 'networks_exceeded') return 'phone_networks_exceeded'
  if (current === 'expired') return 'phone_expired'
  if (current === 'locked') return 'phone_locked'
  return isOver(current) || current === 'approved' ? 'phone_ended' : 'phone_not_approved'
}

export const unopenedUntil = (createdAt: number) => createdAt + PHONE_UNOPENED_MS
export const openUntil = (createdAt: number) => createdAt + PHONE_REQUEST_MS
export const approvedUntil = (now: number) => now + PHONE_APPROVED_MS
