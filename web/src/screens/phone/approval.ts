/** What a phone does for a computer: look up the code, match its number, sign, and follow the result. No React. */

import { AppError, type ErrorCode } from '@countersign/contract/error/errors.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import {
  type approvePhoneRequest,
  declinePhoneRequest,
  matchPhoneRequest,
  type OpenedPhoneRequest,
  openPhoneRequest,
  type PhoneRequest,
} from '@countersign/contract/routes/phone.ts'
import type { Call } from '../../api/call.ts'
import { createStore, type Store } from '../../ui/store.ts'
import type { Timers } from '../../wallet/env.ts'

type ApprovalEnv = {
  call: Call
  timers: Timers
  /** Reports every change of the request; the result stops. */
  follow(id: string, onChange: (request: PhoneRequest) => void): () => void
  onReturn(listener: () => void): () => void
}

const endCodes = [
  'phone_off',
  'phone_expired',
  'phone_ended',
  'phone_used',
  'phone_locked',
  'phone_networks_exceeded',
  'phone_number_wrong',
] as const satisfies readonly ErrorCode[]

/** Why nothing is left to do on this phone. */
export type End = 'completed' | 'declined' | 'canceled' | (typeof endCodes)[number]

/** Times are by this device's clock. */
export type Opened = {
  code: string
  asker: OpenedPhoneRequest
  askedAt: number
  endsAt: number
  busy: 'match' | 'decline' | undefined
  /** Of the last call, which can be repeated. */
  error: unknown
}

export type Approval =
  /** `unknown`: the code that the server does not know. */
  | { step: 'code'; unknown: string | undefined }
  | { step: 'opening'; code: string }
  | { step: 'failed'; code: string; error: unknown }
  | (Opened & { step: 'opened' })
  | (Opened & { step: 'matched'; challenge: Challenge })
  /** `digits`: null if the computer needs none. */
  | (Opened & { step: 'approved'; digits: string | null })
  | { step: 'ended'; end: End; asker: OpenedPhoneRequest | undefined }

type Live = Extract<Approval, Opened>

export type PhoneApproval = ReturnType<typeof createApproval>

type Run = {
  env: ApprovalEnv
  store: Store<Approval>
  /** Of the last call: answers to earlier ones are ignored. */
  id: number
  stopWaiting: () => void
}

export function createApproval(env: ApprovalEnv) {
  const store = createStore<Approval>(ASKING)
  const run: Run = { env, store, id: 0, stopWaiting: () => {} }
  return {
    get: store.get,
    subscribe: store.subscribe,
    open: (code: string) => void open(run, code),
    match: (number: string) => void match(run, number),
    decline: () => void decline(run),
    approved({ request, digits }: AnswerOf<typeof approvePhoneRequest>) {
      const state = store.get()
      if (state.step !== 'matched') return
      store.set({ ...state, step: 'approved', digits, endsAt: endsAt(run, request), error: undefined })
    },
    /** The proof was not accepted: whether another one can be. */
    refused(error: unknown) {
      const reason = endOf(error) ?? (hasCode(error, SPENT) ? 'phone_expired' : undefined)
      if (reason) end(run, reason)
    },
    /** Back to typing a code. */
    reset: () => restart(run, ASKING),
  }
}

const ASKING: Approval = { step: 'code', unknown: undefined }
/** A request has one challenge only. */
const SPENT: ErrorCode[] = ['challenge_expired', 'challenge_used', 'challenge_unknown']

function restart(run: Run, state: Approval): void {
  run.id++
  run.stopWaiting()
  run.stopWaiting = () => {}
  run.store.set(state)
}

function end(run: Run, reason: End): void {
  restart(run, { step: 'ended', end: reason, asker: liveOf(run)?.asker })
}

async function open(run: Run, code: string): Promise<void> {
  restart(run, { step: 'opening', code })
  const { id } = run
  try {
    const asker = await run.env.call(openPhoneRequest, { code })
    if (id === run.id) opened(run, code, asker)
  } catch (error) {
    if (id !== run.id) return
    const reason = endOf(error)
    if (reason) end(run, reason)
    else if (hasCode(error, ['phone_code_unknown'])) restart(run, { step: 'code', unknown: code })
    else run.store.set({ step: 'failed', code, error })
  }
}

function opened(run: Run, code: string, asker: OpenedPhoneRequest): void {
  const { store, env } = run
  const { request, ageMs } = asker
  const askedAt = env.timers.now() - ageMs
  const state = { code, asker, askedAt, endsAt: endsAt(run, request), busy: undefined, error: undefined }
  const reason = endOfState(request)
  if (reason) return restart(run, { step: 'ended', end: reason, asker })
  if (request.state === 'approved') {
    store.set({ ...state, step: 'approved', digits: asker.digits })
    return follow(run, request.id)
  }
  store.set({ ...state, step: 'opened' })
  // A phone may follow the request once it has typed the number.
  const stops = [
    env.timers.after(request.expiresInMs, () => end(run, 'phone_expired')),
    env.onReturn(() => void recheck(run)),
  ]
  run.stopWaiting = () => {
    for (const stop of stops) stop()
  }
}

/** The computer may have canceled it, or another browser of this phone may have taken it. */
async function recheck(run: Run): Promise<void> {
  const before = run.store.get()
  if (before.step !== 'opened' || before.busy) return
  const { code } = before
  const id = ++run.id
  try {
    const asker = await run.env.call(openPhoneRequest, { code })
    if (id !== run.id) return
    run.stopWaiting()
    opened(run, code, asker)
  } catch (error) {
    const reason = endOfKnown(error)
    if (id === run.id && reason) end(run, reason)
  }
}

function follow(run: Run, requestId: string): void {
  run.stopWaiting()
  run.stopWaiting = run.env.follow(requestId, (request) => {
    const state = liveOf(run)
    const reason = endOfState(request)
    if (reason) end(run, reason)
    else if (state) run.store.set({ ...state, endsAt: endsAt(run, request) })
  })
}

async function match(run: Run, number: string): Promise<void> {
  const answer = await send(run, 'match', (code) => run.env.call(matchPhoneRequest, { code, number }))
  const state = liveOf(run)
  if (!answer || !state) return
  const { request, challenge } = answer
  run.store.set({ ...state, step: 'matched', challenge, endsAt: endsAt(run, request), busy: undefined })
  follow(run, request.id)
}

async function decline(run: Run): Promise<void> {
  const isDone = await send(run, 'decline', (code) => run.env.call(declinePhoneRequest, { code }).then(() => true))
  // A request that is followed may have been completed before, which no answer says.
  if (isDone && liveOf(run)?.step === 'opened') end(run, 'declined')
}

/** A decline doesn't wait for the number. An error that may be temporary is shown beside everything else. */
async function send<Answer>(
  run: Run,
  busy: 'match' | 'decline',
  request: (code: string) => Promise<Answer>,
): Promise<Answer | undefined> {
  const before = liveOf(run)
  if (!before || before.busy === 'decline' || before.busy === busy) return undefined
  const id = ++run.id
  run.store.set({ ...before, busy, error: undefined })
  try {
    const answer = await request(before.code)
    return id === run.id ? answer : undefined
  } catch (error) {
    const state = liveOf(run)
    if (id !== run.id || !state) return undefined
    const reason = endOfKnown(error)
    if (reason) end(run, reason)
    else run.store.set({ ...state, busy: undefined, error })
    return undefined
  }
}

function endsAt({ env }: Run, { expiresInMs }: PhoneRequest): number {
  return env.timers.now() + expiresInMs
}

function liveOf({ store }: Run): Live | undefined {
  const state = store.get()
  return 'code' in state && 'asker' in state ? state : undefined
}

function endOf(error: unknown): End | undefined {
  return error instanceof AppError ? endCodes.find((code) => code === error.code) : undefined
}

/** Of a code that was known before: the request is deleted some time after its end. */
function endOfKnown(error: unknown): End | undefined {
  return hasCode(error, ['phone_code_unknown']) ? 'phone_ended' : endOf(error)
}

function endOfState({ state }: PhoneRequest): End | undefined {
  switch (state) {
    case 'completed':
    case 'declined':
    case 'canceled':
      return state
    case 'expired':
      return 'phone_expired'
    case 'locked':
      return 'phone_locked'
    default:
      return undefined
  }
}

function hasCode(error: unknown, codes: ErrorCode[]): boolean {
  return error instanceof AppError && codes.includes(error.code)
}
