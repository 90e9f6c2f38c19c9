/** What a person can do, as far as it is more than one step. */

import { VERIFY_NOTE_MS } from '@countersign/contract/limits.ts'
import type { Again } from './attempt.ts'
import { type Flow, tell } from './flow.ts'
import { findPageFault } from './page-fault.ts'
import { connectAndSign, lookOrAskAgain, pickAccount } from './steps/connect.ts'
import { signAsConnected } from './steps/sign.ts'
import { resend } from './steps/verify.ts'

export function choose(flow: Flow, walletId: string): void {
  const { attempt, options } = flow
  if (attempt.status === 'connecting' && attempt.wallet.id === walletId && !attempt.pending) return
  if (findPageFault(options.page, options.timers.now())) return
  const wallet = options.wallets.getWallets().find(({ id }) => id === walletId)
  if (!wallet) return
  connectAndSign(flow, wallet)
}

/** Every wait can be left, but not the moment in which the signature is on its way. */
export function cancel(flow: Flow): void {
  const { attempt, options } = flow
  if (attempt.status === 'verifying') {
    const waited = options.timers.now() - attempt.startedAt
    if (waited < VERIFY_NOTE_MS && !attempt.offline) return
  }
  tell(flow, { type: 'cancelled' })
}

export function retry(flow: Flow): void {
  const { attempt } = flow
  if (attempt.status === 'connecting') return lookOrAskAgain(flow, attempt.wallet)
  if (attempt.status === 'failed') runAgain(flow, attempt.again)
}

/** The deletion is taken back with the signature that met it, or with a new one when that has run out. */
export function keepAccount(flow: Flow): void {
  const { attempt } = flow
  if (attempt.status !== 'leaving') return
  runAgain(flow, { do: 'resend', signed: { ...attempt.signed, keepAccount: true } })
}

function runAgain(flow: Flow, again: Again): void {
  const { wallets, page } = flow.options
  switch (again.do) {
    case 'connect':
      return connectAndSign(flow, again.wallet)
    case 'sign':
      return wallets.getConnection().status === 'connected' ? signAsConnected(flow) : tell(flow, { type: 'set_aside' })
    case 'resend':
      if (!resend(flow, again.signed)) runAgain(flow, { do: 'sign' })
      return
    case 'pick':
      return pickOtherAccount(flow)
    case 'choose':
      return backToList(flow)
    case 'open':
      return page.open(again.url)
    case 'reload':
      return page.reload()
  }
}

/** Back to the list; the wallet keeps its permission, so that coming back to it is one click. */
export function backToList(flow: Flow): void {
  if (findPageFault(flow.options.page, flow.options.timers.now())) return
  tell(flow, { type: 'set_aside' })
  void flow.options.wallets.release()
}

export function pickOtherAccount(flow: Flow): void {
  const connection = flow.options.wallets.getConnection()
  if (connection.status !== 'connected') return
  if (flow.attempt.status === 'failed') tell(flow, { type: 'set_aside' })
  pickAccount(flow, connection.wallet)
}

export function takeOver(flow: Flow): void {
  if (flow.attempt.status !== 'blocked') return
  flow.takenOver = flow.nextId
  flow.steal = true
  runAgain(flow, flow.attempt.intent)
  flow.steal = false
}
