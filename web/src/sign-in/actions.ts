import { VERIFY_NOTE_MS } from '@countersign/contract/limits.ts'
import type { Click, RetryAction } from './attempt.ts'
import { dispatch, type Flow, newClick } from './flows/flow.ts'
import { findPageFault } from './problems/page-fault.ts'
import { connectAndSign, pickAccount, resumeOrConnect } from './steps/connect.ts'
import { signAsConnected } from './steps/sign.ts'
import { newSignature, resend } from './steps/verify.ts'

export function choose(flow: Flow, walletId: string): void {
  const { attempt, options } = flow
  if (attempt.status === 'connecting' && attempt.wallet.id === walletId && !attempt.pending) return
  if (findPageFault(options.page, options.timers.now())) return
  const wallet = options.wallets.findWallet(walletId)
  if (wallet) connectAndSign(flow, newClick(flow), wallet)
}

/** Every wait can be canceled, except while the signature is being sent. */
export function cancel(flow: Flow): void {
  const { attempt, options } = flow
  const isSending =
    attempt.status === 'verifying' && !attempt.offline && options.timers.now() - attempt.startedAt < VERIFY_NOTE_MS
  if (!isSending) dispatch(flow, { type: 'canceled' })
}

export function retry(flow: Flow): void {
  const { attempt } = flow
  if (attempt.status === 'connecting') return resumeOrConnect(flow, newClick(flow), attempt.wallet)
  if (attempt.status === 'failed') runAction(flow, newClick(flow), attempt.retry)
}

/** Cancels the deletion with the same signature, or with a new one after that has expired. */
export function keepAccount(flow: Flow): void {
  const { attempt } = flow
  if (attempt.status !== 'leaving') return
  runAction(flow, newClick(flow), { do: 'resend', signed: { ...attempt.signed, keepAccount: true } })
}

/** "Do it here": repeats the blocked click, and steals the prompt lock. */
export function takeOver(flow: Flow): void {
  if (flow.attempt.status === 'blocked') runAction(flow, { ...newClick(flow), takeOver: true }, flow.attempt.intent)
}

function runAction(flow: Flow, click: Click, action: RetryAction): void {
  const { wallets, page } = flow.options
  const isConnected = wallets.getConnection().status === 'connected'
  switch (action.do) {
    case 'connect':
      return connectAndSign(flow, click, action.wallet)
    case 'sign':
      return isConnected ? signAsConnected(flow, click) : dispatch(flow, { type: 'reset' })
    case 'resend':
      return resend(flow, click, action.signed) ? undefined : runAction(flow, click, newSignature(action.signed))
    case 'pick':
      // A Solana wallet is disconnected before it is asked for another account.
      return isConnected ? pickOtherAccount(flow, click) : connectAndSign(flow, click, action.wallet)
    case 'phone':
      return dispatch(flow, { type: 'phone_chosen' })
    case 'choose':
      return backToList(flow)
    case 'open':
      return page.open(action.url)
    case 'reload':
      return page.reload()
  }
}

/** The wallet keeps its permission, so that returning to it takes one click. */
export function backToList(flow: Flow): void {
  if (findPageFault(flow.options.page, flow.options.timers.now())) return
  dispatch(flow, { type: 'reset' })
  flow.options.wallets.release()
}

export function pickOtherAccount(flow: Flow, click = newClick(flow)): void {
  const connection = flow.options.wallets.getConnection()
  if (connection.status !== 'connected') return
  if (flow.attempt.status === 'failed') dispatch(flow, { type: 'reset' })
  pickAccount(flow, click, connection.wallet)
}
