import { AppError, type ErrorCode } from '@countersign/contract/error/errors.ts'
import { RESEND_AFTER_MS } from '@countersign/contract/limits.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import type { createPhoneRequest, PhoneRequest, RedeemedPhoneRequest } from '@countersign/contract/routes/phone.ts'
import { ConnectionError } from '../../api/connection-error.ts'
import type { Timers } from '../../wallet/env.ts'
import type { Problem } from '../problems/problem.ts'
import { maySendAgain, serverProblem } from '../problems/server-problem.ts'
import { type EndReason, nextPhoneWait, type PhoneWait, type PhoneWaitEvent, type ShownCode } from './phone-wait.ts'

export type PhoneWaitEnv = {
  create(): Promise<AnswerOf<typeof createPhoneRequest>>
  follow(id: string, onChange: (request: PhoneRequest) => void): () => void
  redeem(id: string, digits: string | undefined): Promise<RedeemedPhoneRequest>
  cancel(id: string): Promise<unknown>
  /** The page is closed, or another one is opened in its tab. */
  onLeave(listener: () => void): () => void
  /** Its challenge was issued at `startedAt` or later. False if it has expired. */
  onRedeemed(redeemed: RedeemedPhoneRequest, startedAt: number): boolean
  /** The request could not be created, or is refused. */
  onFailed(problem: Problem): void
  timers: Timers
}

type Waiting = {
  env: PhoneWaitEnv
  wait: PhoneWait
  stopped: boolean
  stopFollowing: () => void
  stopLeaving: () => void
  cancelTimer: () => void
  listeners: Set<() => void>
}

export type PhoneWaiting = ReturnType<typeof waitForPhone>

/** Requests a signature from a phone, and another one when the person asks for a new code. */
export function waitForPhone(env: PhoneWaitEnv) {
  const ignore = () => {}
  const waiting: Waiting = {
    env,
    wait: { status: 'creating', run: 0 },
    stopped: false,
    stopFollowing: ignore,
    stopLeaving: ignore,
    cancelTimer: ignore,
    listeners: new Set(),
  }
  return {
    start() {
      waiting.stopLeaving = env.onLeave(() => leave(waiting))
      void create(waiting)
    },
    getWait: () => waiting.wait,
    subscribe(listener: () => void): () => void {
      waiting.listeners.add(listener)
      return () => waiting.listeners.delete(listener)
    },
    sendDigits: (digits: string) => dispatch(waiting, { type: 'digits_sent', run: waiting.wait.run, digits }),
    /** Fetches a lost answer again. What has ended starts with a new code. */
    retry() {
      const { status, run } = waiting.wait
      if (status === 'not_redeemed') dispatch(waiting, { type: 'redeem_retried', run })
      else if (status === 'ended') void create(waiting)
    },
    /** Cancels the request, unless its proof was fetched. */
    stop() {
      waiting.stopped = true
      waiting.stopLeaving()
      release(waiting)
      const { wait } = waiting
      if ('shown' in wait) cancelQuietly(waiting, wait.shown.id)
    },
  }
}

function dispatch(waiting: Waiting, event: PhoneWaitEvent): void {
  const before = waiting.wait
  waiting.wait = nextPhoneWait(before, event)
  const { wait } = waiting
  if (wait === before || waiting.stopped) return
  waiting.cancelTimer()
  if (!('shown' in wait)) release(waiting)
  else if (wait.status !== 'redeeming') watchExpiry(waiting, wait)
  else if (before.status !== 'redeeming') void redeem(waiting, wait)
  for (const listener of [...waiting.listeners]) listener()
}

/** The server reports the expiry, unless it can't be reached. */
const EXPIRY_REPORT_MS = 5000

function watchExpiry(waiting: Waiting, { run, shown }: { run: number; shown: ShownCode }): void {
  const { timers } = waiting.env
  const left = Math.max(0, shown.endsAt - timers.now())
  waiting.cancelTimer = timers.after(left + EXPIRY_REPORT_MS, () => expire(waiting, { run, shown }))
}

function expire(waiting: Waiting, { run, shown }: { run: number; shown: ShownCode }): void {
  cancelQuietly(waiting, shown.id)
  dispatch(waiting, { type: 'ended', run, reason: 'expired' })
}

/** A page that is restored from the back/forward cache offers a new code. */
function leave(waiting: Waiting): void {
  const { wait } = waiting
  if ('shown' in wait) expire(waiting, wait)
}

function release(waiting: Waiting): void {
  waiting.cancelTimer()
  waiting.stopFollowing()
  waiting.stopFollowing = () => {}
}

async function create(waiting: Waiting): Promise<void> {
  const { env } = waiting
  const run = waiting.wait.run + 1
  dispatch(waiting, { type: 'started', run })
  try {
    const { request, code, number } = await env.create()
    if (waiting.stopped || waiting.wait.run !== run) return cancelQuietly(waiting, request.id)
    const startedAt = env.timers.now()
    const shown = { id: request.id, code, number, startedAt, endsAt: startedAt + request.expiresInMs }
    dispatch(waiting, { type: 'created', run, shown })
    waiting.stopFollowing = env.follow(request.id, (changed) =>
      dispatch(waiting, { type: 'request_changed', run, request: changed, at: env.timers.now() }),
    )
  } catch (error) {
    if (!waiting.stopped && waiting.wait.run === run) env.onFailed(serverProblem(error, env.timers.now()))
  }
}

/** An expired request frees itself. */
function cancelQuietly({ env }: Waiting, id: string): void {
  env.cancel(id).catch(() => undefined)
}

type Redeeming = Extract<PhoneWait, { status: 'redeeming' }>

async function redeem(waiting: Waiting, redeeming: Redeeming): Promise<void> {
  const { env } = waiting
  const { run, shown } = redeeming
  try {
    const redeemed = await redeemOrRetry(env, redeeming)
    const { stopped, wait } = waiting
    if (stopped || wait.run !== run || wait.status !== 'redeeming') return
    const isSent = env.onRedeemed(redeemed, shown.startedAt)
    dispatch(waiting, isSent ? { type: 'redeemed', run } : { type: 'ended', run, reason: 'expired' })
  } catch (error) {
    redeemFailed(waiting, run, error)
  }
}

function redeemFailed(waiting: Waiting, run: number, error: unknown): void {
  const { env, stopped } = waiting
  const problem = serverProblem(error, env.timers.now())
  const reason = error instanceof AppError ? ENDED[error.code] : undefined
  if (reason) return dispatch(waiting, { type: 'ended', run, reason })
  if (problem.code === 'phone_digits_wrong') return dispatch(waiting, { type: 'digits_refused', run, problem })
  if (maySendAgain(error)) return dispatch(waiting, { type: 'redeem_failed', run, problem })
  if (!stopped) env.onFailed(problem)
}

const ENDED: Partial<Record<ErrorCode, EndReason>> = {
  phone_expired: 'expired',
  phone_ended: 'declined',
  phone_locked: 'locked',
  phone_networks_exceeded: 'networks',
  not_found: 'expired',
}

/** The server gives the same proof to the same browser again. Digits are sent once, because wrong ones would count twice. */
async function redeemOrRetry(env: PhoneWaitEnv, { shown, digits }: Redeeming): Promise<RedeemedPhoneRequest> {
  try {
    return await env.redeem(shown.id, digits)
  } catch (error) {
    if (!(error instanceof ConnectionError) || digits !== undefined) throw error
    await new Promise<void>((resolve) => void env.timers.after(RESEND_AFTER_MS, resolve))
    return await env.redeem(shown.id, digits)
  }
}
