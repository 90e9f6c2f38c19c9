import { AppError } from '@countersign/contract/errors.ts'
import { RESEND_AFTER_MS } from '@countersign/contract/limits.ts'
import type { StartedSession } from '@countersign/contract/routes/session.ts'
import { ConnectionError } from '../../api/connection-error.ts'
import type { AttemptOf, Signed } from '../attempt.ts'
import { type Flow, pressed, stillIn, tell } from '../flow.ts'
import { keepTrying } from '../keep-trying.ts'
import type { Problem, ProblemCode } from '../problem.ts'
import { maySendAgain, serverProblem } from '../server-problem.ts'

/** Sends the signature: once, and once more with the same key when the connection broke on the way. */
export async function verify(flow: Flow, id: number): Promise<void> {
  const attempt = stillIn(flow, id, 'verifying')
  if (!attempt) return
  const abort = new AbortController()
  flow.abort = abort
  try {
    const started = await sendOrResend(flow, attempt, abort.signal)
    if (!stillIn(flow, id, 'verifying')) return
    flow.options.onSignedIn(started)
    tell(flow, { type: 'session_started', attempt: id, next: started.next })
  } catch (error) {
    if (stillIn(flow, id, 'verifying')) await notVerified(flow, attempt, error)
  }
}

/** The same signature again, as long as its challenge lives. False when it is too late for that. */
export function resend(flow: Flow, signed: Signed): boolean {
  if (signed.challenge.endsAt <= flow.options.timers.now()) return false
  const id = pressed(flow)
  tell(flow, { type: 'resend_pressed', id, signed, at: flow.options.timers.now() })
  void verify(flow, id)
  return true
}

async function sendOrResend(
  flow: Flow,
  { id, proof, challenge, keepAccount }: AttemptOf<'verifying'>,
  signal: AbortSignal,
): Promise<StartedSession> {
  const { submit, timers, page } = flow.options
  const send = () => submit(proof, { keep: flow.keep, keepAccount, idempotencyKey: challenge.challenge.id, signal })
  try {
    return await send()
  } catch (error) {
    if (!isUnreachable(error) || !stillIn(flow, id, 'verifying')) throw error
    tell(flow, { type: 'network_lost', attempt: id })
    await new Promise<void>((resolve) => {
      if (page.online()) return timers.after(RESEND_AFTER_MS, resolve)
      const stop = page.onOnline(() => {
        stop()
        resolve()
      })
    })
    if (!stillIn(flow, id, 'verifying')) throw error
    tell(flow, { type: 'sent_again', attempt: id, at: timers.now() })
    return await send()
  }
}

async function notVerified(flow: Flow, attempt: AttemptOf<'verifying'>, error: unknown): Promise<void> {
  const { id } = attempt
  if (error instanceof AppError) {
    const { code, until } = error
    if (code === 'person_suspended') return tell(flow, { type: 'person_was_suspended', attempt: id })
    if (code === 'person_deleting')
      return tell(flow, { type: 'person_was_leaving', attempt: id, until, signed: attempt })
  }
  const problem = await named(flow, attempt, error)
  if (!stillIn(flow, id, 'verifying')) return
  const again = maySendAgain(error)
    ? ({ do: 'resend', signed: attempt } as const)
    : problem.remedy === 'other_wallet'
      ? ({ do: 'choose' } as const)
      : problem.remedy === 'reload'
        ? ({ do: 'reload' } as const)
        : ({ do: 'sign' } as const)
  tell(flow, { type: 'verification_failed', attempt: id, problem, again })
  if (again.do === 'resend') void keepTrying(flow, again.signed)
}

/** A signature by someone else is most often the other account of the same wallet: look before accusing. */
async function named(flow: Flow, attempt: AttemptOf<'verifying'>, error: unknown): Promise<Problem> {
  const { wallet, account, proof } = attempt
  const refusal = { ...serverProblem(error, flow.options.timers.now()), wallet: wallet.name }
  if (error instanceof AppError && error.code === 'invite_required')
    return { ...refusal, signUp: { proof, request: error.request } }
  const problem = flow.aboutText?.(attempt, refusal) ?? refusal
  if (aboutNetwork.includes(problem.code)) return { ...problem, chainId: account.chainId }
  if (problem.code !== 'signature_invalid') return problem
  const now = await flow.options.wallets.readAccount().catch(() => account)
  return now.address === account.address ? problem : { ...problem, code: 'wallet/account_missing' }
}

const aboutNetwork: ProblemCode[] = ['network_not_configured', 'rpc_unavailable']

function isUnreachable(error: unknown): boolean {
  return error instanceof ConnectionError && error.code === 'server/unreachable'
}
