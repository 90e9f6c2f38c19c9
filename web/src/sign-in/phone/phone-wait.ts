/** What a computer shows while a phone signs for it. */

import type { PhoneRequest } from '@countersign/contract/routes/phone.ts'
import type { Problem } from '../problems/problem.ts'

/** `startedAt` and `endsAt` by this device's clock, which may be wrong. */
export type ShownCode = { id: string; code: string; number: string; startedAt: number; endsAt: number }

export type EndReason = 'declined' | 'expired' | 'networks' | 'locked'

/** `run` counts the codes of one screen. */
export type PhoneWait =
  | { status: 'creating'; run: number }
  | (Live & { status: 'waiting'; step: 'created' | 'opened' | 'matched' })
  /** Signed. The phone shows digits, which are typed here. `problem`: why those sent last were not accepted. */
  | (Live & { status: 'digits'; triesLeft: number; problem: Problem | undefined })
  /** `digits` is undefined if none are needed; `tries` were left when they were sent. */
  | (Live & { status: 'redeeming'; triesLeft: number; tries: number; digits: string | undefined })
  /** The answer was lost. The server repeats it. */
  | (Live & { status: 'not_redeemed'; triesLeft: number; problem: Problem })
  | { status: 'redeemed'; run: number }
  | { status: 'ended'; run: number; reason: EndReason }

type Live = { run: number; shown: ShownCode }

/** `run` is the one the event belongs to; later ones ignore it. */
export type PhoneWaitEvent = { run: number } & (
  | { type: 'started' }
  | { type: 'created'; shown: ShownCode }
  | { type: 'request_changed'; request: PhoneRequest; at: number }
  | { type: 'digits_sent'; digits: string }
  | { type: 'digits_refused'; problem: Problem }
  | { type: 'redeem_failed'; problem: Problem }
  | { type: 'redeem_retried' }
  | { type: 'redeemed' }
  | { type: 'ended'; reason: EndReason }
)

export function nextPhoneWait(wait: PhoneWait, event: PhoneWaitEvent): PhoneWait {
  if (event.type === 'started') return { status: 'creating', run: event.run }
  if (event.run !== wait.run || isFinal(wait)) return wait
  const { run } = wait
  switch (event.type) {
    case 'created':
      return wait.status === 'creating' ? { status: 'waiting', run, shown: event.shown, step: 'created' } : wait
    case 'request_changed':
      return followRequest(wait, event)
    case 'digits_sent':
      return wait.status === 'digits' ? { ...redeeming(wait, wait.triesLeft), digits: event.digits } : wait
    case 'digits_refused':
      return wait.status === 'redeeming' ? afterRefusal(wait, event.problem) : wait
    case 'redeem_failed':
      return wait.status === 'redeeming' ? afterFailure(wait, event.problem) : wait
    case 'redeem_retried':
      return wait.status === 'not_redeemed' ? redeeming(wait, wait.triesLeft) : wait
    case 'redeemed':
      return { status: 'redeemed', run }
    case 'ended':
      return { status: 'ended', run, reason: event.reason }
  }
}

function isFinal({ status }: PhoneWait): boolean {
  return status === 'redeemed' || status === 'ended'
}

function followRequest(wait: PhoneWait, { request, at }: { request: PhoneRequest; at: number }): PhoneWait {
  if (!('shown' in wait)) return wait
  const { run, status } = wait
  const shown = { ...wait.shown, endsAt: at + request.expiresInMs }
  // The answer decides while the proof is being fetched.
  if (status === 'redeeming') return request.state === 'approved' ? withTries({ ...wait, shown }, request) : wait
  switch (request.state) {
    case 'created':
    case 'opened':
    case 'matched':
      return status === 'waiting' ? { ...wait, shown, step: request.state } : wait
    case 'approved':
      if (status === 'digits') return withTries({ ...wait, shown }, request)
      if (status !== 'waiting') return wait
      return request.direct
        ? redeeming({ run, shown }, request.triesLeft)
        : { status: 'digits', run, shown, triesLeft: request.triesLeft, problem: undefined }
    case 'completed':
      return status === 'waiting' ? { status: 'ended', run, reason: 'expired' } : wait
    default:
      return { status: 'ended', run, reason: REASONS[request.state] }
  }
}

/** They only get fewer; an event may be older than the answer before it. */
function withTries<Asked extends { triesLeft: number }>(wait: Asked, { triesLeft }: PhoneRequest): Asked {
  return { ...wait, triesLeft: Math.min(wait.triesLeft, triesLeft) }
}

/** Only this page cancels its request, and then shows it no longer. */
const REASONS = { declined: 'declined', expired: 'expired', canceled: 'networks', locked: 'locked' } as const

function redeeming({ run, shown }: Live, triesLeft: number): Extract<PhoneWait, { status: 'redeeming' }> {
  return { status: 'redeeming', run, shown, triesLeft, tries: triesLeft, digits: undefined }
}

type Redeeming = Extract<PhoneWait, { status: 'redeeming' }>

/** The event may come before the answer. */
function afterRefusal({ run, shown, triesLeft, tries }: Redeeming, problem: Problem): PhoneWait {
  return { status: 'digits', run, shown, triesLeft: Math.min(triesLeft, tries - 1), problem }
}

function afterFailure({ run, shown, triesLeft, digits }: Redeeming, problem: Problem): PhoneWait {
  const live = { run, shown, triesLeft, problem }
  return digits === undefined ? { ...live, status: 'not_redeemed' } : { ...live, status: 'digits' }
}
