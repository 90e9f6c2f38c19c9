import { AppError, type ErrorCode } from '@countersign/contract/error/errors.ts'
import type { ProblemCode } from '@countersign/contract/error/problem-code.ts'
import { RESEND_AFTER_MS, RESEND_EVERY_MS } from '@countersign/contract/limits.ts'
import { ConnectionError } from '../../api/connection-error.ts'
import { type AttemptEventOf, type AttemptOf, type Click, PHONE, type RetryAction, type Signed } from '../attempt.ts'
import { type Accepted, activeAttempt, dispatch, type Flow } from '../flows/flow.ts'
import type { Problem } from '../problems/problem.ts'
import { maySendAgain, serverProblem } from '../problems/server-problem.ts'

/** Sends the proof, and once more with the same idempotency key after a network error. */
export async function verify(flow: Flow, id: number): Promise<void> {
  const attempt = activeAttempt(flow, id, 'verifying')
  if (!attempt) return
  const abort = new AbortController()
  flow.abort = abort
  try {
    const answer = await sendOrResend(flow, attempt, abort.signal)
    if (!activeAttempt(flow, id, 'verifying')) return
    flow.options.onAccepted(answer)
    dispatch(flow, { type: 'session_started', attempt: id, next: answer.next })
  } catch (error) {
    if (activeAttempt(flow, id, 'verifying')) await verificationFailed(flow, attempt, error)
  }
}

/** Sends the same signature; false when its challenge has expired, or states what has changed since. */
export function resend(flow: Flow, click: Click, signed: Signed): boolean {
  return sendSigned(flow, { type: 'resend_pressed', click, signed })
}

/** The same for one that a wallet on a phone made. */
export function sendPhoneProof(flow: Flow, click: Click, signed: Signed): boolean {
  return sendSigned(flow, { type: 'phone_signed', click, signed })
}

function sendSigned(flow: Flow, event: AttemptEventOf<'resend_pressed' | 'phone_signed'>): boolean {
  const { timers, isCurrent } = flow.options
  const { challenge, endsAt } = event.signed.challenge
  if (endsAt <= timers.now() || isCurrent?.(challenge) === false) return false
  dispatch(flow, event)
  void verify(flow, event.click.id)
  return true
}

function send(flow: Flow, { proof, challenge, keepAccount }: Signed, signal: AbortSignal): Promise<Accepted> {
  const idempotencyKey = challenge.challenge.id
  return flow.options.submit(proof, { keep: flow.keep, keepAccount, idempotencyKey, signal })
}

async function sendOrResend(flow: Flow, attempt: AttemptOf<'verifying'>, signal: AbortSignal): Promise<Accepted> {
  const { timers, page } = flow.options
  const { id } = attempt
  try {
    return await send(flow, attempt, signal)
  } catch (error) {
    const isUnreachable = error instanceof ConnectionError && error.code === 'server/unreachable'
    if (!isUnreachable || !activeAttempt(flow, id, 'verifying')) throw error
    dispatch(flow, { type: 'network_lost', attempt: id })
    await new Promise<void>((resolve) => {
      if (page.online()) return timers.after(RESEND_AFTER_MS, resolve)
      const stop = page.onOnline(() => {
        stop()
        resolve()
      })
    })
    if (!activeAttempt(flow, id, 'verifying')) throw error
    dispatch(flow, { type: 'proof_resent', attempt: id, at: timers.now() })
    return await send(flow, attempt, signal)
  }
}

async function verificationFailed(flow: Flow, attempt: AttemptOf<'verifying'>, error: unknown): Promise<void> {
  const { id } = attempt
  if (error instanceof AppError) {
    const { code, until } = error
    if (code === 'person_suspended') return dispatch(flow, { type: 'suspension_found', attempt: id })
    if (code === 'person_deleting')
      return dispatch(flow, { type: 'deletion_found', attempt: id, until, signed: attempt })
  }
  const problem = await explainRefusal(flow, attempt, error)
  if (!activeAttempt(flow, id, 'verifying')) return
  const retry = retryFor(problem, attempt, maySendAgain(error))
  dispatch(flow, { type: 'attempt_failed', attempt: id, problem, retry })
  if (retry.do === 'resend') void resendUntilRecovered(flow, retry.signed)
}

function retryFor({ remedy }: Problem, signed: Signed, isResendable: boolean): RetryAction {
  if (isResendable) return { do: 'resend', signed }
  if (remedy === 'other_wallet') return { do: 'choose' }
  return remedy === 'reload' ? { do: 'reload' } : newSignature(signed)
}

/** Signs again with the wallet that has signed. */
export function newSignature({ wallet }: Signed): RetryAction {
  return { do: wallet.id === PHONE ? 'phone' : 'sign' }
}

async function explainRefusal(flow: Flow, attempt: AttemptOf<'verifying'>, error: unknown): Promise<Problem> {
  const { wallet, account, proof } = attempt
  const problem = { ...serverProblem(error, flow.options.timers.now()), wallet: wallet.name }
  if (error instanceof AppError && ASKING_CODES.includes(error.code))
    return { ...problem, signUp: { proof, request: error.request } }
  if (isWalletText(attempt, problem)) {
    flow.twoStepWallets.add(wallet.id)
    return { ...problem, code: 'wallet/other_text', remedy: 'try_again' }
  }
  if (NETWORK_CODES.includes(problem.code)) return { ...problem, chainId: Number(account.chain) }
  if (problem.code !== 'signature_invalid' || wallet.id === PHONE) return problem
  // Usually another account of the same wallet has signed.
  const now = await flow.options.wallets.readAccount().catch(() => account)
  return now.address === account.address ? problem : { ...problem, code: 'wallet/account_missing' }
}

/** The server rejected a message that the wallet wrote: the wallet then signs ours instead. */
function isWalletText({ proof, challenge }: AttemptOf<'verifying'>, { code, at }: Problem): boolean {
  const isEarly = code === 'challenge_expired' && challenge.endsAt > at
  return proof.mode === 'one_step' && (isEarly || TEXT_CODES.includes(code))
}

const TEXT_CODES: ProblemCode[] = [
  'message_malformed',
  'challenge_unknown',
  'domain_mismatch',
  'statement_mismatch',
  'nonce_mismatch',
  'network_unsupported',
]
/** The refused proof can ask for access. */
const ASKING_CODES: ErrorCode[] = ['invite_required', 'requirements_not_met']
const NETWORK_CODES: ProblemCode[] = ['network_not_configured', 'rpc_unavailable']

const TEMPORARY_CODES: ProblemCode[] = [
  'server/unreachable',
  'maintenance',
  'db_unavailable',
  'rpc_unavailable',
  'access_unknown',
]

/** Resends the signature while a temporary failure is shown; the button takes over when pressed. */
async function resendUntilRecovered(flow: Flow, signed: Signed): Promise<void> {
  const { timers, onAccepted } = flow.options
  const shown = flow.attempt
  if (shown.status !== 'failed' || !TEMPORARY_CODES.includes(shown.problem.code)) return
  const abort = new AbortController()
  flow.abort = abort
  for (;;) {
    await new Promise<void>((resolve) => void timers.after(RESEND_EVERY_MS, resolve))
    if (flow.attempt !== shown || signed.challenge.endsAt <= timers.now()) return
    try {
      const answer = await send(flow, signed, abort.signal)
      if (flow.attempt !== shown) return
      onAccepted(answer)
      return dispatch(flow, { type: 'signed_in_elsewhere', next: answer.next })
    } catch (error) {
      const { code } = serverProblem(error, timers.now())
      if (!TEMPORARY_CODES.includes(code) && code !== 'rate_limited') return // reported when the button is pressed
    }
  }
}
