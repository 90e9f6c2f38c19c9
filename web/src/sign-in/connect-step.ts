import { oneStepPurposes } from '@countersign/contract/challenge.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { OneStepOutcome } from '../wallet/one-step.ts'
import type { Account, WalletLabel } from '../wallet/wallet.ts'
import type { Again, HeldChallenge } from './attempt.ts'
import { classifyWalletError, describeWalletError } from './classify.ts'
import { type Flow, pressed, stillIn, tell } from './flow.ts'
import type { Problem } from './problem.ts'
import { withPrompt } from './prompt-step.ts'
import { declinedToSign, prepareSignature, proofFor } from './sign-step.ts'
import { verify } from './verify-step.ts'
import type { Verdict } from './wallet-errors.ts'

/** A wallet was clicked: ask it for its account and go straight on to the signature. */
export function connectAndSign(flow: Flow, wallet: WalletLabel): void {
  start(flow, wallet, (id, label) => ask(flow, id, label))
}

/** "I've done it" and "Try again": look whether the wallet shares an account by now, and only then ask anew. */
export function lookOrAskAgain(flow: Flow, wallet: WalletLabel): void {
  const { wallets } = flow.options
  start(flow, wallet, async (id, label) => {
    const account = await wallets.resume(label.id).catch(() => undefined)
    if (!stillIn(flow, id, 'connecting')) return
    if (account) return connected(flow, id, account)
    wallets.forgetRequest(label.id)
    ask(flow, id, label)
  })
}

function start(flow: Flow, chosen: WalletLabel, goOn: (id: number, wallet: WalletLabel) => void): void {
  const id = pressed(flow)
  const option = flow.options.wallets.getWallets().find((each) => each.id === chosen.id)
  const wallet = option ? { id: option.id, name: option.name, icon: option.icon, rdns: option.rdns } : chosen
  tell(flow, { type: 'wallet_chosen', id, wallet, at: flow.options.timers.now() })
  void withPrompt(flow, id, { do: 'connect', wallet }, () => goOn(id, wallet))
}

/** Called when the connection shows an account: by an answer to us, by the wallet itself, or after "Look again". */
export function connected(flow: Flow, id: number, account: Account): void {
  const attempt = stillIn(flow, id, 'connecting')
  if (!attempt) return
  if (attempt.resumed || opensOwnWindow(attempt.wallet)) {
    return tell(flow, { type: 'wallet_connected_unasked', attempt: id })
  }
  tell(flow, { type: 'wallet_connected', attempt: id, account, at: flow.options.timers.now() })
  void prepareSignature(flow, id)
}

/** "Use another account": the wallet's own picker, where it has one. */
export function pickAccount(flow: Flow, wallet: WalletLabel): void {
  const id = pressed(flow)
  tell(flow, { type: 'account_asked_for', id, wallet, at: flow.options.timers.now() })
  void withPrompt(flow, id, { do: 'pick' }, () => {
    flow.options.wallets.chooseAccount().then(
      () => tell(flow, { type: 'account_picked', attempt: id, notice: undefined }),
      (error: unknown) => pickFailed(flow, id, wallet, error),
    )
  })
}

function ask(flow: Flow, id: number, wallet: WalletLabel): void {
  const held = challengeForBoth(flow, wallet)
  if (held) return askForBoth(flow, id, wallet, held)
  flow.options.wallets.connect(wallet.id).then(
    (account) => answered(flow, id, wallet, account),
    (error: unknown) => refused(flow, id, wallet, error),
  )
}

/** One prompt for both, where the wallet can, the purpose allows it, and nothing has to be looked at in between. */
function challengeForBoth({ options, challenges, plain }: Flow, { id }: WalletLabel): HeldChallenge | undefined {
  const { wallets, wants } = options
  const connection = wallets.getConnection()
  const there = connection.status === 'connected' && connection.wallet.id === id
  const can = wallets.getWallets().find((option) => option.id === id)?.oneStep
  const held = can && !there && !wants && !plain.has(id) ? challenges.fresh() : undefined
  return held && oneStepPurposes.includes(held.challenge.purpose) ? held : undefined
}

function askForBoth(flow: Flow, id: number, wallet: WalletLabel, held: HeldChallenge): void {
  tell(flow, { type: 'both_asked_for', attempt: id, challenge: held })
  const { id: requestId, expiresAt: expirationTime, domain, uri, statement, nonce, issuedAt } = held.challenge
  const fields = { domain, uri, statement, nonce, issuedAt, expirationTime, requestId }
  const onPlain = () => tell(flow, { type: 'both_were_too_much', attempt: id })
  flow.options.wallets.connectAndSign(wallet.id, { fields, onPlain }).then(
    ({ account, signed }) => {
      if (signed === undefined || !stillIn(flow, id, 'connecting')) return answered(flow, id, wallet, account)
      bothAnswered(flow, id, { wallet, account, signed, held })
    },
    (error: unknown) => {
      const verdict = refused(flow, id, wallet, error)
      if (verdict.kind === 'problem' || verdict.kind === 'repeat') flow.plain.add(wallet.id)
    },
  )
}

type BothAnswer = { wallet: WalletLabel; account: Account; signed: OneStepOutcome; held: HeldChallenge }

function bothAnswered(flow: Flow, id: number, { wallet, account, signed, held }: BothAnswer): void {
  if (signed === 'declined') return declinedToSign(flow, id, wallet)
  if (signed === 'missing') {
    flow.plain.add(wallet.id)
    return tell(flow, { type: 'wallet_connected_unasked', attempt: id })
  }
  const { message, signature, chainId } = signed
  const signer = { address: account.address, chainId }
  const proof: Proof = { ...proofFor(held, { wallet, account: signer, message, signature }), mode: 'one_step' }
  const at = flow.options.timers.now()
  tell(flow, { type: 'both_given', attempt: id, account: signer, challenge: held, proof, at })
  void verify(flow, id)
}

function answered(flow: Flow, id: number, wallet: WalletLabel, account: Account): void {
  if (stillIn(flow, id, 'connecting')) return connected(flow, id, account)
  const { attempt, options } = flow
  if ('id' in attempt && attempt.id === id) return
  const connection = options.wallets.getConnection()
  if (connection.status !== 'connected' || connection.wallet.id !== wallet.id) return
  tell(flow, { type: 'late_answer_arrived', wallet: wallet.name })
}

function refused(flow: Flow, id: number, wallet: WalletLabel, error: unknown): Verdict {
  const verdict = classifyWalletError(error, { phase: 'connect', rdns: wallet.rdns })
  switch (verdict.kind) {
    case 'declined': {
      const notice = { kind: 'declined_connect', wallet: wallet.name } as const
      tell(flow, { type: 'connection_declined', attempt: id, notice })
      break
    }
    case 'pending':
      tell(flow, { type: 'wallet_was_busy', attempt: id })
      break
    case 'repeat':
      connectionFailed(flow, id, wallet, error, {
        code: 'wallet/internal',
        remedy: 'try_again',
        retryAfter: undefined,
      })
      break
    case 'problem':
      connectionFailed(flow, id, wallet, error, verdict)
  }
  return verdict
}

function pickFailed(flow: Flow, id: number, wallet: WalletLabel, error: unknown): void {
  const verdict = classifyWalletError(error, { phase: 'connect', rdns: wallet.rdns })
  if (verdict.kind === 'declined') return tell(flow, { type: 'account_picked', attempt: id, notice: undefined })
  const notice = { kind: 'switch_in_wallet', wallet: wallet.name } as const
  tell(flow, { type: 'account_picked', attempt: id, notice })
}

function connectionFailed(
  flow: Flow,
  attempt: number,
  wallet: WalletLabel,
  error: unknown,
  verdict: Pick<Problem, 'code' | 'remedy' | 'retryAfter'>,
): void {
  const again: Again = verdict.remedy === 'other_wallet' ? { do: 'choose' } : { do: 'connect', wallet }
  const { code, remedy, retryAfter } = verdict
  const at = flow.options.timers.now()
  const detail = describeWalletError(error)
  const problem: Problem = { code, remedy, retryAfter, wallet: wallet.name, detail, traceId: undefined, at }
  tell(flow, { type: 'connection_failed', attempt, problem, again })
}

/** Their window needs a click of its own: browsers block a second one that comes without. */
function opensOwnWindow(wallet: WalletLabel): boolean {
  return wallet.rdns === 'app.base.account'
}
