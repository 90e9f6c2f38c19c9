import { CONNECT_ABANDON_MS } from '@countersign/contract/limits.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import type { StartedSession } from '@countersign/contract/routes/session.ts'
import type { Timers } from '../wallet/env.ts'
import type { Account, Connection } from '../wallet/wallet.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { Again, Attempt, AttemptEvent, AttemptOf, AttemptStatus, HeldChallenge } from './attempt.ts'
import type { Challenges } from './challenges.ts'
import { deadlinesOf } from './deadlines.ts'
import type { PageFacts } from './page-fault.ts'
import type { Problem } from './problem.ts'
import type { PromptLock } from './prompt-lock.ts'
import { nextAttempt } from './transitions.ts'
import type { WaitHints } from './view.ts'

export type SignInOptions = {
  wallets: Wallets
  fetchChallenge(signal: AbortSignal): Promise<Challenge>
  /** Sends the proof: a sign-in, a setup or a recovery. */
  submit(proof: Proof, options: SubmitOptions): Promise<StartedSession>
  /** Whether this account is worth asking; one that is not is shown instead, for the person to change it. */
  wants?(account: Account): boolean
  /** Takes an account that is wanted, where the wallet shares one and another is in use. */
  preferWanted?(flow: Flow): Promise<void>
  /** Called before the page hears of its success. */
  onSignedIn(started: StartedSession): void
  /** Calls with the way to go when this browser turns out to be signed in. */
  onSignedInElsewhere(listener: (next: string) => void): () => void
  timers: Timers
  lock: PromptLock
  page: PageFacts
}

type SubmitOptions = {
  keep: boolean
  keepAccount: true | undefined
  idempotencyKey: string
  signal: AbortSignal
}

/** One wait for a wallet, by attempt and status, and what may be wrong with it. */
export type WaitWatch = { wait: string; hints(): WaitHints; stop(): void }

/** What the steps of this folder act through. */
export type Flow = {
  options: SignInOptions
  challenges: Challenges
  attempt: Attempt
  connection: Connection
  keep: boolean
  nextId: number
  clickedAt: number
  declinedAt: number | undefined
  offlineSince: number | undefined
  /** The next prompt takes the lock from another tab: the person asked for that. */
  steal: boolean
  /** The attempt that was taken over from another tab, whose request is still open in the wallet. */
  takenOver?: number
  held: { release(): void } | undefined
  /** Wallets that failed at one prompt: they are asked in two from then on. */
  plain: Set<string>
  /** Names what is wrong with a text that the wallet wrote; there once a wallet was asked for that. */
  aboutText?(attempt: AttemptOf<'verifying'>, refusal: Problem): Problem | undefined
  /** Ends the waiting for another tab, or the request in flight. */
  abort: AbortController | undefined
  cancelTimer: () => void
  /** Looks after the wallet that is waited for. */
  watch: WaitWatch | undefined
  changed(): void
}

/** Tells the flow what happened: the attempt moves, and what no longer belongs to it is let go. */
export function tell(flow: Flow, event: AttemptEvent): void {
  const before = flow.attempt
  flow.attempt = nextAttempt(before, event)
  if (flow.attempt !== before) tidy(flow, before)
  schedule(flow)
  flow.changed()
}

/** The attempt, if it is still this one and in this state. */
export function stillIn<Status extends AttemptStatus>(
  flow: Flow,
  id: number,
  ...statuses: Status[]
): AttemptOf<Status> | undefined {
  const { attempt } = flow
  const same = 'id' in attempt && attempt.id === id && (statuses as string[]).includes(attempt.status)
  return same ? (attempt as AttemptOf<Status>) : undefined // its status was just looked up
}

export function pressed(flow: Flow): number {
  flow.clickedAt = flow.options.timers.now()
  return flow.nextId++
}

/** No wallet is asked to sign without a click on this page in the last two minutes. */
export function clickIsRecent(flow: Flow): boolean {
  return flow.options.timers.now() - flow.clickedAt <= CONNECT_ABANDON_MS
}

/** Looks at the clock: says what is due, and gives up what has run out. */
export function tick(flow: Flow): void {
  const { attempt } = flow
  const deadlines = deadlinesOf(attempt)
  const now = flow.options.timers.now()
  const over = deadlines?.end !== undefined && now >= deadlines.end && flow.offlineSince === undefined
  if (deadlines && over && 'id' in attempt) {
    const problem: Problem = {
      code: deadlines.code,
      wallet: 'wallet' in attempt ? attempt.wallet.name : undefined,
      remedy: 'try_again',
      retryAfter: undefined,
      detail: undefined,
      traceId: undefined,
      at: now,
    }
    return tell(flow, { type: 'time_ran_out', attempt: attempt.id, problem, again: againAfter(attempt) })
  }
  schedule(flow)
  flow.changed()
}

function againAfter(attempt: Attempt): Again {
  switch (attempt.status) {
    case 'connecting':
      return { do: 'connect', wallet: attempt.wallet }
    case 'picking':
      return { do: 'pick' }
    case 'verifying':
      return { do: 'resend', signed: attempt }
    default:
      return { do: 'sign' }
  }
}

function schedule(flow: Flow): void {
  flow.cancelTimer()
  flow.cancelTimer = () => {}
  const deadlines = deadlinesOf(flow.attempt)
  if (!deadlines || flow.offlineSince !== undefined) return
  const now = flow.options.timers.now()
  const coming = [...deadlines.hints.filter((at) => at > now), ...(deadlines.end === undefined ? [] : [deadlines.end])]
  if (coming.length > 0)
    flow.cancelTimer = flow.options.timers.after(Math.max(0, Math.min(...coming) - now), () => tick(flow))
}

/** A wallet is asked, or is about to be. */
export const PROMPTING: AttemptStatus[] = ['connecting', 'picking', 'preparing', 'signing']

function tidy(flow: Flow, before: Attempt): void {
  const { attempt, options } = flow
  if (before.status === 'connecting' && !isSameWait(before, attempt)) {
    options.wallets.abandon(before.wallet.id)
  }
  if (!PROMPTING.includes(attempt.status)) {
    flow.held?.release()
    flow.held = undefined
  }
  // A message that is still open in a wallet, or that was sent, is never shown to a wallet again.
  const asked = openChallenge(before)
  const over = attempt.status !== before.status || !sameAttempt(before, attempt)
  if (asked && over && !declined(attempt)) flow.challenges.discard(asked)
  if (attempt.status === 'idle' || attempt.status === 'failed') flow.challenges.prefetch()
  if (before.status === 'verifying' && attempt.status !== 'verifying') stopWaiting(flow)
  if (before.status === 'blocked' && attempt.status !== 'blocked') stopWaiting(flow)
  if (before.status === 'failed' && attempt.status !== 'failed') stopWaiting(flow)
}

function isSameWait(before: AttemptOf<'connecting'>, attempt: Attempt): boolean {
  return attempt.status === 'connecting' && attempt.wallet.id === before.wallet.id
}

/** What lies in a wallet, or was sent. */
function openChallenge(attempt: Attempt): HeldChallenge | undefined {
  if (attempt.status === 'connecting') return attempt.once
  return attempt.status === 'signing' || attempt.status === 'verifying' ? attempt.challenge : undefined
}

function sameAttempt(before: Attempt, attempt: Attempt): boolean {
  return 'id' in before && 'id' in attempt && before.id === attempt.id
}

function declined(attempt: Attempt): boolean {
  const kind = attempt.status === 'idle' ? attempt.notice?.kind : undefined
  return kind === 'declined_signature' || kind === 'declined_connect'
}

function stopWaiting(flow: Flow): void {
  flow.abort?.abort()
  flow.abort = undefined
}
