import type { Account } from '@countersign/contract/family/account.ts'
import { CONNECT_ABANDON_MS } from '@countersign/contract/limits.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { PageEnv } from '../../session/browser.ts'
import type { Connection } from '../../wallet/wallet.ts'
import type { Wallets } from '../../wallet/wallets.ts'
import type {
  Attempt,
  AttemptEvent,
  AttemptOf,
  AttemptStatus,
  Click,
  HeldChallenge,
  PhoneBody,
  RetryAction,
} from '../attempt.ts'
import type { ChallengeOptions, Challenges } from '../challenges.ts'
import { deadlinesOf } from '../deadlines.ts'
import type { PromptLock } from '../prompt-lock.ts'
import { nextAttempt } from '../transitions.ts'
import type { WaitHints } from '../view.ts'

/** The server's answer to a proof. `next`: where the person continues. */
export type Accepted = { next: string }

export type SignInOptions<Answer extends Accepted = Accepted> = ChallengeOptions & {
  wallets: Wallets
  submit(proof: Proof, options: SubmitOptions): Promise<Answer>
  /** What to ask a phone for, if it may sign instead of a wallet in this browser. */
  phone?: PhoneBody | undefined
  /** Instead of `declined_signature`. */
  declinedNotice?: 'declined_approval'
  /** Whether this account may sign; any other is shown, so that the person can switch. */
  allows?(account: Account): boolean
  /** Not called if the attempt was canceled meanwhile. */
  onAccepted(answer: Answer): void
  /** Calls the listener with the next path after a sign-in in another tab. */
  onSignedInElsewhere(listener: (next: string) => void): () => void
  lock: PromptLock
  page: PageEnv
}

export type SubmitOptions = {
  keep: boolean
  keepAccount: true | undefined
  idempotencyKey: string
  signal: AbortSignal
}

/** `wait` identifies a wait for a wallet by attempt and status. */
type WaitWatch = { wait: string; hints(): WaitHints; stop(): void }

export type Flow = {
  options: SignInOptions
  challenges: Challenges
  attempt: Attempt
  connection: Connection
  keep: boolean
  nextId: number
  declinedAt: number | undefined
  offlineSince: number | undefined
  promptLock: { release(): void } | undefined
  /** Wallets that failed to connect and sign in one prompt; they get two prompts from then on. */
  twoStepWallets: Set<string>
  /** Aborts the wait for another tab, or the request in flight. */
  abort: AbortController | undefined
  cancelTimer: () => void
  watch: WaitWatch | undefined
  changed(): void
}

export function dispatch(flow: Flow, event: AttemptEvent): void {
  const before = flow.attempt
  flow.attempt = nextAttempt(before, event)
  if (flow.attempt !== before) cleanUp(flow, before)
  schedule(flow)
  flow.changed()
}

/** The attempt, if it has this id and one of these statuses. */
export function activeAttempt<Status extends AttemptStatus>(
  { attempt }: Flow,
  id: number,
  ...statuses: Status[]
): AttemptOf<Status> | undefined {
  const isActive = 'id' in attempt && attempt.id === id && (statuses as string[]).includes(attempt.status)
  return isActive ? (attempt as AttemptOf<Status>) : undefined // its status was just checked
}

export function newClick(flow: Flow): Click {
  return { id: flow.nextId++, at: flow.options.timers.now(), takeOver: false }
}

/** The attempt ended at its time limit, and nothing was done since: an answer of the wallet is still welcome. */
export function hasTimedOut({ attempt }: Flow, id: number): boolean {
  return attempt.status === 'failed' && attempt.timedOut === id
}

/** A signature is only requested within two minutes of a click on this page. */
export function isRecent({ at }: Click, now: number): boolean {
  return now - at <= CONNECT_ABANDON_MS
}

/** Shows due hints, and fails an attempt after its deadline. */
export function checkDeadlines(flow: Flow): void {
  const { attempt } = flow
  const deadlines = deadlinesOf(attempt)
  const at = flow.options.timers.now()
  if (deadlines && at >= deadlines.end && flow.offlineSince === undefined && 'id' in attempt) {
    const wallet = 'wallet' in attempt ? attempt.wallet.name : undefined
    const problem = { code: deadlines.code, remedy: 'try_again', wallet, at } as const
    const retry = retryAfterTimeout(attempt)
    return dispatch(flow, { type: 'attempt_failed', attempt: attempt.id, problem, retry, timedOut: true })
  }
  schedule(flow)
  flow.changed()
}

function retryAfterTimeout(attempt: Attempt): RetryAction {
  switch (attempt.status) {
    case 'connecting':
      return { do: 'connect', wallet: attempt.wallet }
    case 'picking':
      return { do: 'pick', wallet: attempt.wallet }
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
  const { timers } = flow.options
  const now = timers.now()
  const next = Math.min(...deadlines.hints.filter((at) => at > now), deadlines.end)
  flow.cancelTimer = timers.after(Math.max(0, next - now), () => checkDeadlines(flow))
}

export const PROMPT_STATUSES: AttemptStatus[] = ['connecting', 'picking', 'preparing', 'signing']
/** Statuses with a request to the server or a wait for another tab. */
const ABORTABLE_STATUSES: AttemptStatus[] = ['verifying', 'blocked', 'failed']

function cleanUp(flow: Flow, before: Attempt): void {
  const { attempt, options, challenges } = flow
  if (before.status === 'connecting' && !isSameWait(before, attempt)) options.wallets.abandon(before.wallet.id)
  if (!PROMPT_STATUSES.includes(attempt.status)) {
    flow.promptLock?.release()
    flow.promptLock = undefined
  }
  const isSame = attempt.status === before.status && 'id' in before && 'id' in attempt && before.id === attempt.id
  // A message that is still open in a wallet, or that was sent, must not be signed a second time.
  const used = openChallenge(before)
  if (used && !isSame && !isDeclined(attempt)) challenges.discard(used)
  if (attempt.status === 'idle' || attempt.status === 'failed') challenges.prefetch()
  if (ABORTABLE_STATUSES.includes(before.status) && attempt.status !== before.status) {
    flow.abort?.abort()
    flow.abort = undefined
  }
}

function isSameWait(before: AttemptOf<'connecting'>, attempt: Attempt): boolean {
  return attempt.status === 'connecting' && attempt.wallet.id === before.wallet.id
}

function openChallenge(attempt: Attempt): HeldChallenge | undefined {
  if (attempt.status === 'connecting') return attempt.oneStep
  return attempt.status === 'signing' || attempt.status === 'verifying' ? attempt.challenge : undefined
}

function isDeclined(attempt: Attempt): boolean {
  const kind = attempt.status === 'idle' ? attempt.notice?.kind : undefined
  return kind?.startsWith('declined_') ?? false
}
