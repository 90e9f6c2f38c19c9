import type { Account } from '@countersign/contract/family/account.ts'
import type { WalletLabel } from '../../wallet/wallet.ts'
import type { RetryAction } from '../attempt.ts'
import { activeAttempt, dispatch, type Flow } from '../flows/flow.ts'
import { findVerdict } from '../problems/find-verdict.ts'
import type { Verdict } from '../problems/wallet-errors.ts'
import { prepareSignature, signatureDeclined, type WalletFailure, walletProblem } from './sign.ts'

export function requestAccount(flow: Flow, id: number, wallet: WalletLabel): void {
  flow.options.wallets.connect(wallet.id).then(
    (account) => connectAnswered(flow, id, wallet, account),
    (error: unknown) => void connectRejected(flow, id, wallet, error),
  )
}

export function connectAnswered(flow: Flow, id: number, wallet: WalletLabel, account: Account): void {
  if (activeAttempt(flow, id, 'connecting')) return walletConnected(flow, id, account)
  const { attempt, options } = flow
  if ('id' in attempt && attempt.id === id) return
  const connection = options.wallets.getConnection()
  if (connection.status !== 'connected' || connection.wallet.id !== wallet.id) return
  dispatch(flow, { type: 'late_answer_arrived', wallet: wallet.name })
}

export async function connectRejected(flow: Flow, id: number, wallet: WalletLabel, error: unknown): Promise<Verdict> {
  const rejectedAt = flow.options.timers.now()
  const verdict = await findVerdict(error, { phase: 'connect', rdns: wallet.rdns })
  const clickedAt = activeAttempt(flow, id, 'connecting')?.click.at
  if (clickedAt === undefined) return verdict
  switch (verdict.kind) {
    case 'declined': {
      const connection = flow.options.wallets.getConnection()
      // One request with two approvals: only the second was declined.
      if (connection.status === 'connected' && connection.wallet.id === wallet.id) {
        signatureDeclined(flow, id, wallet)
        break
      }
      const after = rejectedAt - clickedAt
      const notice = { kind: 'declined_connect', wallet: wallet.name, id: wallet.id, after } as const
      dispatch(flow, { type: 'request_declined', attempt: id, notice })
      break
    }
    case 'pending':
      dispatch(flow, { type: 'request_pending', attempt: id })
      break
    case 'repeat':
      connectionFailed(flow, id, wallet, { error, code: 'wallet/internal', remedy: 'try_again' })
      break
    case 'problem':
      connectionFailed(flow, id, wallet, { error, ...verdict })
  }
  return verdict
}

export function connectionFailed(flow: Flow, attempt: number, wallet: WalletLabel, failure: WalletFailure): void {
  const retry: RetryAction = failure.remedy === 'other_wallet' ? { do: 'choose' } : { do: 'connect', wallet }
  dispatch(flow, { type: 'attempt_failed', attempt, problem: walletProblem(flow, wallet, failure), retry })
}

export function walletConnected(flow: Flow, id: number, account: Account): void {
  const attempt = activeAttempt(flow, id, 'connecting')
  if (!attempt) return
  if (opensOwnWindow(attempt.wallet)) return dispatch(flow, { type: 'click_required', attempt: id })
  dispatch(flow, { type: 'wallet_connected', attempt: id, account, at: flow.options.timers.now() })
  void prepareSignature(flow, id)
}

/** Browsers block a second window that opens without a click. */
function opensOwnWindow(wallet: WalletLabel): boolean {
  return wallet.rdns === 'app.base.account'
}
