import { DECLINED_TWICE_MS } from '@countersign/contract/limits.ts'
import { messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import { type Proof, signatureKind } from '@countersign/contract/proof.ts'
import type { Account, WalletLabel } from '../../wallet/wallet.ts'
import type { AttemptOf, HeldChallenge } from '../attempt.ts'
import { classifyWalletError, describeWalletError } from '../classify-wallet-error.ts'
import { clickIsRecent, type Flow, pressed, stillIn, tell } from '../flow.ts'
import type { Problem } from '../problem.ts'
import { serverProblem } from '../server-problem.ts'
import { verify } from './verify.ts'
import { withPrompt } from './with-prompt.ts'

/** "Continue as …": ask the connected account to sign. */
export function signAsConnected(flow: Flow): void {
  const connection = flow.options.wallets.getConnection()
  if (connection.status !== 'connected') return
  const id = pressed(flow)
  const { wallet, account } = connection
  tell(flow, { type: 'continue_pressed', id, wallet, account, at: flow.options.timers.now() })
  void withPrompt(flow, id, { do: 'sign' }, () => void prepareSignature(flow, id))
}

/** Reads the wallet once more and writes the message: live account, live network, a challenge with time left. */
export async function prepareSignature(flow: Flow, id: number): Promise<void> {
  try {
    const held = flow.challenges.fresh() ?? (await flow.challenges.get())
    const attempt = stillIn(flow, id, 'preparing')
    if (!attempt) return
    const account = await flow.options.wallets.readAccount()
    if (!stillIn(flow, id, 'preparing')) return
    if (account.address !== attempt.account.address) return tell(flow, { type: 'account_changed' })
    if (!clickIsRecent(flow) || flow.options.wants?.(account) === false) return askForClick(flow, id)
    askToSign(flow, id, { account, held })
  } catch (error) {
    if (!stillIn(flow, id, 'preparing')) return
    const problem = preparationProblem(flow, id, error)
    tell(flow, { type: 'preparation_failed', attempt: id, problem, again: { do: 'sign' } })
  }
}

/** Nothing is signed without a click on what is on show, nor by an account that the person has not seen here. */
function askForClick(flow: Flow, id: number): void {
  tell(flow, { type: 'click_ran_out', attempt: id })
  void flow.options.preferWanted?.(flow)
}

function preparationProblem(flow: Flow, id: number, error: unknown): Problem {
  const wallet = stillIn(flow, id, 'preparing')?.wallet
  const verdict = classifyWalletError(error, { phase: 'sign', rdns: wallet?.rdns })
  const at = flow.options.timers.now()
  if (verdict.kind !== 'problem' || verdict.code !== 'wallet/disconnected') return serverProblem(error, at)
  return walletProblem(flow, { wallet, error, code: verdict.code, remedy: verdict.remedy })
}

function askToSign(
  flow: Flow,
  id: number,
  { account, held }: { account: Account; held: HeldChallenge },
  repeated = false,
): void {
  const message = writeMessage(messageFor(held.challenge, account))
  const at = flow.options.timers.now()
  tell(flow, { type: 'signature_asked_for', attempt: id, account, message, challenge: held, at })
  flow.options.wallets.sign({ account, message }).then(
    (signature) => signed(flow, id, signature),
    (error: unknown) => {
      const attempt = stillIn(flow, id, 'signing')
      if (!attempt) return
      const verdict = classifyWalletError(error, { phase: 'sign', rdns: attempt.wallet.rdns })
      if (verdict.kind === 'repeat' && !repeated) return askToSign(flow, id, { account, held }, true)
      notSigned(flow, attempt, { error, verdict })
    },
  )
}

/** A signature that comes when nobody waits for it any more is dropped: it is never sent. */
function signed(flow: Flow, id: number, signature: unknown): void {
  const attempt = stillIn(flow, id, 'signing')
  if (!attempt) return
  const { wallet, account, message, challenge } = attempt
  if (typeof signature !== 'string' || signatureKind(signature) === undefined) {
    // A Safe answers "0x" when its owners have to sign on the chain.
    const code = signature === '0x' ? 'wallet/multisig' : 'wallet/bad_signature_format'
    const remedy = signature === '0x' ? 'other_wallet' : 'try_again'
    const problem = walletProblem(flow, { wallet, error: undefined, code, remedy })
    return tell(flow, { type: 'signature_failed', attempt: id, problem, again: { do: 'sign' } })
  }
  const proof = proofFor(challenge, { wallet, account, message, signature })
  tell(flow, { type: 'message_signed', attempt: id, proof, at: flow.options.timers.now() })
  void verify(flow, id)
}

type Signature = { wallet: WalletLabel; account: Account; message: string; signature: string }

export function proofFor({ challenge }: HeldChallenge, { wallet, account, message, signature }: Signature): Proof {
  return {
    namespace: 'eip155',
    challenge: challenge.token,
    account: `eip155:${account.chainId}:${account.address}`,
    message,
    signature,
    wallet: { name: wallet.name, ...(wallet.rdns === undefined ? {} : { rdns: wallet.rdns }) },
  }
}

type Failure = { error: unknown; verdict: ReturnType<typeof classifyWalletError> }

/** The person said no to the signature, and not to the connection. */
export function declinedToSign(flow: Flow, attempt: number, wallet: WalletLabel): void {
  const now = flow.options.timers.now()
  const twice = flow.declinedAt !== undefined && now - flow.declinedAt <= DECLINED_TWICE_MS
  flow.declinedAt = now
  tell(flow, {
    type: 'signature_declined',
    attempt,
    notice: { kind: 'declined_signature', wallet: wallet.name, twice },
  })
}

function notSigned(flow: Flow, { id, wallet }: AttemptOf<'signing'>, { error, verdict }: Failure): void {
  if (verdict.kind === 'declined') return declinedToSign(flow, id, wallet)
  const { code, remedy, retryAfter } = shownAs(verdict)
  const problem = { ...walletProblem(flow, { wallet, error, code, remedy }), retryAfter }
  const again =
    remedy === 'other_wallet'
      ? ({ do: 'choose' } as const)
      : remedy === 'connect_again'
        ? ({ do: 'connect', wallet } as const)
        : ({ do: 'sign' } as const)
  tell(flow, { type: 'signature_failed', attempt: id, problem, again })
}

function shownAs(verdict: Failure['verdict']): Pick<Problem, 'code' | 'remedy' | 'retryAfter'> {
  if (verdict.kind === 'problem') return verdict
  const code = verdict.kind === 'pending' ? 'wallet/pending' : 'wallet/internal'
  return { code, remedy: 'try_again', retryAfter: undefined }
}

function walletProblem(
  flow: Flow,
  {
    wallet,
    error,
    code,
    remedy,
  }: { wallet: WalletLabel | undefined; error: unknown } & Pick<Problem, 'code' | 'remedy'>,
): Problem {
  const detail = error === undefined ? undefined : describeWalletError(error)
  const at = flow.options.timers.now()
  return { code, remedy, retryAfter: undefined, wallet: wallet?.name, detail, traceId: undefined, at }
}
