/** Connection and signature in one prompt. Few wallets can, so this is fetched when one of them is clicked. */

import { ONE_STEP_WAIT_MS } from '@countersign/contract/limits.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import { oneStepPurposes } from '@countersign/contract/routes/challenge.ts'
import { connectAndSignIn, type OneStepOutcome } from '../../wallet/one-step.ts'
import type { ConnectMethod } from '../../wallet/provider.ts'
import type { Account, WalletLabel } from '../../wallet/wallet.ts'
import { withTimeout } from '../../wallet/with-timeout.ts'
import type { AttemptOf, HeldChallenge } from '../attempt.ts'
import { type Flow, stillIn, tell } from '../flow.ts'
import type { Problem, ProblemCode } from '../problem.ts'
import type { Verdict } from '../wallet-errors.ts'
import { declinedToSign, proofFor } from './sign.ts'
import { verify } from './verify.ts'

/** What connecting does anyway. */
type Usual = {
  askForAccount(flow: Flow, id: number, wallet: WalletLabel): void
  answered(flow: Flow, id: number, wallet: WalletLabel, account: Account): void
  refused(flow: Flow, id: number, wallet: WalletLabel, error: unknown): Verdict
}

export async function askForBoth(flow: Flow, id: number, wallet: WalletLabel, usual: Usual): Promise<void> {
  const held = await challengeFor(flow, wallet).catch(() => undefined) // told when the signature is asked for
  if (!stillIn(flow, id, 'connecting')) return
  if (held && oneStepPurposes.includes(held.challenge.purpose)) return ask(flow, id, { wallet, held, usual })
  usual.askForAccount(flow, id, wallet)
}

async function challengeFor({ options, challenges }: Flow, { id }: WalletLabel): Promise<HeldChallenge | undefined> {
  const connection = options.wallets.getConnection()
  if (connection.status === 'connected' && connection.wallet.id === id) return undefined
  return challenges.fresh() ?? withTimeout(options.timers, ONE_STEP_WAIT_MS, challenges.get())
}

type Asking = { wallet: WalletLabel; held: HeldChallenge; usual: Usual }

function ask(flow: Flow, id: number, { wallet, held, usual }: Asking): void {
  flow.aboutText = (attempt, refusal) => aboutText(flow, attempt, refusal)
  tell(flow, { type: 'both_asked_for', attempt: id, challenge: held })
  // Stays so when the click joins a request that is open: what that one signs is not this one's.
  let signed: OneStepOutcome | undefined = 'missing'
  const method: ConnectMethod = async (provider) => {
    const both = await connectAndSignIn(provider, fieldsOf(held))
    signed = both?.outcome
    if (!both) tell(flow, { type: 'both_were_too_much', attempt: id })
    return both?.accounts
  }
  flow.options.wallets.connect(wallet.id, method).then(
    (account) => {
      if (!signed || !stillIn(flow, id, 'connecting')) return usual.answered(flow, id, wallet, account)
      bothAnswered(flow, id, { wallet, account, signed, held })
    },
    (error: unknown) => {
      const verdict = usual.refused(flow, id, wallet, error)
      // A window that never opened says nothing about what the wallet can do.
      const tried = verdict.kind === 'problem' && verdict.code !== 'wallet/popup_blocked'
      if (tried || verdict.kind === 'repeat') flow.plain.add(wallet.id)
    },
  )
}

function fieldsOf({ challenge }: HeldChallenge) {
  const { domain, uri, statement, nonce, issuedAt, expiresAt: expirationTime, id: requestId } = challenge
  return { domain, uri, statement, nonce, issuedAt, expirationTime, requestId }
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

/** What is wrong with a text is the wallet's doing where the wallet wrote it: it is asked to sign ours instead. */
function aboutText(
  flow: Flow,
  { proof, challenge, wallet }: AttemptOf<'verifying'>,
  refusal: Problem,
): Problem | undefined {
  if (proof.mode !== 'one_step') return undefined
  const early = refusal.code === 'challenge_expired' && challenge.endsAt > refusal.at
  if (!early && !textCodes.includes(refusal.code)) return undefined
  flow.plain.add(wallet.id)
  return { ...refusal, code: 'wallet/other_text', remedy: 'try_again' }
}

const textCodes: ProblemCode[] = [
  'message_malformed',
  'challenge_unknown',
  'domain_mismatch',
  'statement_mismatch',
  'nonce_mismatch',
]
