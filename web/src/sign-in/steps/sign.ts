import { type Account, formatAccount } from '@countersign/contract/family/account.ts'
import { CHALLENGE_GUARD_MS, DECLINED_TWICE_MS } from '@countersign/contract/limits.ts'
import { messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { SignedMessage } from '../../wallet/driver.ts'
import { families } from '../../wallet/families.ts'
import type { WalletLabel } from '../../wallet/wallet.ts'
import { preferAllowedAccount } from '../allowed-account.ts'
import type { AttemptOf, Click, HeldChallenge, RetryAction, Signed } from '../attempt.ts'
import { activeAttempt, dispatch, type Flow, hasTimedOut, isRecent } from '../flows/flow.ts'
import { describeWalletError } from '../problems/describe-wallet-error.ts'
import { findVerdict } from '../problems/find-verdict.ts'
import type { Problem } from '../problems/problem.ts'
import { serverProblem } from '../problems/server-problem.ts'
import type { Verdict } from '../problems/wallet-errors.ts'
import { resend, verify } from './verify.ts'
import { withPrompt } from './with-prompt.ts'

export function signAsConnected(flow: Flow, click: Click): void {
  const notice = flow.attempt.status === 'idle' ? flow.attempt.notice : undefined
  if (notice?.kind === 'late_answer' && notice.signed && resend(flow, click, notice.signed)) return
  const connection = flow.options.wallets.getConnection()
  if (connection.status !== 'connected') return
  const { wallet, account } = connection
  dispatch(flow, { type: 'continue_pressed', click, wallet, account })
  void withPrompt(flow, click.id, { do: 'sign' }, () => void prepareSignature(flow, click.id))
}

/** Reads account and chain again, because a wallet may switch them without an event. */
export async function prepareSignature(flow: Flow, id: number): Promise<void> {
  const { wallets, allows, timers } = flow.options
  try {
    const held = flow.challenges.fresh() ?? (await flow.challenges.get())
    const attempt = activeAttempt(flow, id, 'preparing')
    if (!attempt) return
    const account = await wallets.readAccount()
    if (!activeAttempt(flow, id, 'preparing')) return
    if (account.address !== attempt.account.address) return dispatch(flow, { type: 'account_changed' })
    if (isRecent(attempt.click, timers.now()) && allows?.(account) !== false)
      return requestSignature(flow, id, { account, held })
    // A signature requires a click while this account is shown.
    dispatch(flow, { type: 'click_required', attempt: id })
    void preferAllowedAccount(flow)
  } catch (error) {
    const attempt = activeAttempt(flow, id, 'preparing')
    if (!attempt) return
    const problem = await preparationProblem(flow, attempt.wallet, error)
    dispatch(flow, { type: 'attempt_failed', attempt: id, problem, retry: { do: 'sign' } })
  }
}

async function preparationProblem(flow: Flow, wallet: WalletLabel, error: unknown): Promise<Problem> {
  const verdict = await findVerdict(error, { phase: 'sign', rdns: wallet.rdns })
  if (verdict.kind !== 'problem' || verdict.code !== 'wallet/disconnected')
    return serverProblem(error, flow.options.timers.now())
  return walletProblem(flow, wallet, { error, code: verdict.code, remedy: verdict.remedy })
}

type SignatureRequest = { account: Account; held: HeldChallenge; isRepeated?: boolean }

function requestSignature(flow: Flow, id: number, { account, held, isRepeated = false }: SignatureRequest): void {
  const message = writeMessage(messageFor(held.challenge, account))
  const at = flow.options.timers.now()
  dispatch(flow, { type: 'signature_requested', attempt: id, account, message, challenge: held, at })
  const requested = activeAttempt(flow, id, 'signing')
  if (!requested) return
  const isCanceled = () => !activeAttempt(flow, id, 'signing')
  flow.options.wallets.sign({ account, message, challenge: held.challenge, isCanceled }).then(
    (signed) => signatureReceived(flow, requested, signed),
    (error: unknown) => void signatureRejected(flow, id, { account, held, isRepeated, error }),
  )
}

async function signatureRejected(flow: Flow, id: number, rejected: SignatureRequest & { error: unknown }) {
  const { error, ...request } = rejected
  const { wallet } = activeAttempt(flow, id, 'signing') ?? {}
  const verdict = wallet && (await findVerdict(error, { phase: 'sign', rdns: wallet.rdns }))
  const attempt = activeAttempt(flow, id, 'signing')
  if (!attempt || !verdict) return
  if (verdict.kind === 'repeat' && !request.isRepeated)
    return requestSignature(flow, id, { ...request, isRepeated: true })
  signatureFailed(flow, attempt, { error, verdict })
}

/** After a cancel, a signature is never sent; after the time limit, only with another click. */
function signatureReceived(
  flow: Flow,
  { id, wallet, account, message, challenge }: AttemptOf<'signing'>,
  { signature, ...signed }: SignedMessage,
): void {
  const isLate = hasTimedOut(flow, id)
  if (!isLate && !activeAttempt(flow, id, 'signing')) return
  if (typeof signature !== 'string' || families[account.namespace].isSignature?.(signature) === false) {
    // A Safe returns "0x" when its owners have to sign on-chain.
    const failure =
      signature === '0x'
        ? ({ code: 'wallet/multisig', remedy: 'other_wallet' } as const)
        : ({ code: 'wallet/bad_signature_format', remedy: 'try_again' } as const)
    const problem = walletProblem(flow, wallet, failure)
    return dispatch(flow, { type: 'attempt_failed', attempt: id, problem, retry: { do: 'sign' } })
  }
  const proof = proofFor(challenge, { wallet, account, message, ...signed, signature })
  if (isLate) return lateSignatureArrived(flow, { wallet, account, challenge, proof })
  dispatch(flow, { type: 'message_signed', attempt: id, proof, at: flow.options.timers.now() })
  void verify(flow, id)
}

function lateSignatureArrived(flow: Flow, signed: Signed): void {
  const connection = flow.options.wallets.getConnection()
  const isExpired = signed.challenge.endsAt - CHALLENGE_GUARD_MS <= flow.options.timers.now()
  if (isExpired || connection.status !== 'connected' || connection.account.address !== signed.account.address) return
  dispatch(flow, { type: 'late_answer_arrived', wallet: signed.wallet.name, signed })
}

type Signature = { wallet: WalletLabel; account: Account; message: string; signature: string; envelope?: string }

export function proofFor({ challenge }: HeldChallenge, { wallet, account, ...signed }: Signature): Proof {
  return {
    namespace: account.namespace,
    challenge: challenge.token,
    account: formatAccount(account),
    ...signed,
    wallet: { name: wallet.name, ...(wallet.rdns === undefined ? {} : { rdns: wallet.rdns }) },
  }
}

export function signatureDeclined(flow: Flow, attempt: number, wallet: WalletLabel): void {
  const { timers, declinedNotice = 'declined_signature' } = flow.options
  const now = timers.now()
  const twice = flow.declinedAt !== undefined && now - flow.declinedAt <= DECLINED_TWICE_MS
  flow.declinedAt = now
  const notice = { kind: declinedNotice, wallet: wallet.name, twice } as const
  dispatch(flow, { type: 'request_declined', attempt, notice })
}

type SignatureError = { error: unknown; verdict: Verdict }

function signatureFailed(flow: Flow, { id, wallet }: AttemptOf<'signing'>, { error, verdict }: SignatureError): void {
  if (verdict.kind === 'declined') return signatureDeclined(flow, id, wallet)
  const problem = walletProblem(flow, wallet, { error, ...failureOf(verdict) })
  dispatch(flow, { type: 'attempt_failed', attempt: id, problem, retry: retryFor(problem, wallet) })
}

function failureOf(verdict: Exclude<Verdict, { kind: 'declined' }>): Pick<Problem, 'code' | 'remedy' | 'retryAfter'> {
  if (verdict.kind === 'problem') return verdict
  const code = verdict.kind === 'pending' ? 'wallet/pending' : 'wallet/internal'
  return { code, remedy: 'try_again' }
}

function retryFor({ remedy }: Problem, wallet: WalletLabel): RetryAction {
  if (remedy === 'other_wallet') return { do: 'choose' }
  return remedy === 'connect_again' ? { do: 'connect', wallet } : { do: 'sign' }
}

export type WalletFailure = Pick<Problem, 'code' | 'remedy' | 'retryAfter'> & { error?: unknown }

export function walletProblem(flow: Flow, wallet: WalletLabel, failure: WalletFailure): Problem {
  const { code, remedy, retryAfter, error } = failure
  const detail = error === undefined ? undefined : describeWalletError(error)
  return { code, remedy, retryAfter, wallet: wallet.name, detail, at: flow.options.timers.now() }
}
