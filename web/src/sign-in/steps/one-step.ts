/** Connects and signs in one prompt; a lazily loaded chunk, because few wallets support it. */

import type { Account } from '@countersign/contract/family/account.ts'
import { ONE_STEP_WAIT_MS } from '@countersign/contract/limits.ts'
import { type Challenge, oneStepPurposes } from '@countersign/contract/routes/challenge.ts'
import type { OneStepOutcome } from '../../wallet/driver.ts'
import type { WalletLabel } from '../../wallet/wallet.ts'
import type { ConnectMethod } from '../../wallet/wallet-store.ts'
import { withTimeout } from '../../wallet/with-timeout.ts'
import type { HeldChallenge } from '../attempt.ts'
import { activeAttempt, dispatch, type Flow } from '../flows/flow.ts'
import { connectAnswered, connectRejected, requestAccount } from './request-account.ts'
import { proofFor, signatureDeclined } from './sign.ts'
import { verify } from './verify.ts'

export async function connectInOneStep(flow: Flow, id: number, wallet: WalletLabel): Promise<void> {
  const held = await challengeFor(flow, wallet).catch(() => undefined) // reported when the signature is requested
  if (!activeAttempt(flow, id, 'connecting')) return
  if (held && allowsOneStep(held.challenge)) return request(flow, id, { wallet, held })
  requestAccount(flow, id, wallet)
}

/** A wallet that writes the text may leave out the statement, which names the other device. */
function allowsOneStep({ purpose, phone }: Challenge): boolean {
  return oneStepPurposes.includes(purpose) && phone === undefined
}

async function challengeFor({ options, challenges }: Flow, { id }: WalletLabel): Promise<HeldChallenge | undefined> {
  const connection = options.wallets.getConnection()
  if (connection.status === 'connected' && connection.wallet.id === id) return undefined
  return challenges.fresh() ?? withTimeout(options.timers, ONE_STEP_WAIT_MS, challenges.get())
}

type Request = { wallet: WalletLabel; held: HeldChallenge }

function request(flow: Flow, id: number, { wallet, held }: Request): void {
  dispatch(flow, { type: 'one_step_requested', attempt: id, challenge: held })
  // Unchanged when the click joins an open request, whose signature belongs to another attempt.
  let outcome: OneStepOutcome | undefined = 'missing'
  const method: ConnectMethod = async (driver, isCanceled) => {
    const answer = await driver.signIn?.(held.challenge, isCanceled)
    outcome = answer?.outcome
    if (!answer) dispatch(flow, { type: 'one_step_unsupported', attempt: id })
    return answer?.accounts
  }
  flow.options.wallets.connect(wallet.id, method).then(
    (account) => {
      if (!outcome || !activeAttempt(flow, id, 'connecting')) return connectAnswered(flow, id, wallet, account)
      oneStepAnswered(flow, id, { wallet, account, outcome, held })
    },
    async (error: unknown) => {
      const verdict = await connectRejected(flow, id, wallet, error)
      // A blocked window says nothing about what the wallet supports.
      const isFailure = verdict.kind === 'problem' && verdict.code !== 'wallet/popup_blocked'
      if (isFailure || verdict.kind === 'repeat') flow.twoStepWallets.add(wallet.id)
    },
  )
}

type Answer = Request & { account: Account; outcome: OneStepOutcome }

function oneStepAnswered(flow: Flow, id: number, { wallet, account, outcome, held }: Answer): void {
  if (outcome === 'declined') return signatureDeclined(flow, id, wallet)
  if (outcome === 'missing') {
    flow.twoStepWallets.add(wallet.id)
    return dispatch(flow, { type: 'click_required', attempt: id })
  }
  const { chain, ...signed } = outcome
  const signer = { ...account, chain }
  const proof = { ...proofFor(held, { wallet, account: signer, ...signed }), mode: 'one_step' as const }
  const at = flow.options.timers.now()
  dispatch(flow, { type: 'one_step_completed', attempt: id, account: signer, challenge: held, proof, at })
  void verify(flow, id)
}
