/** Turns changes of wallets, other tabs and the browser into events of the attempt. */

import type { Connection, WalletLabel } from '../wallet/wallet.ts'
import { preferAllowedAccount } from './allowed-account.ts'
import type { Failure } from './attempt.ts'
import { checkDeadlines, dispatch, type Flow } from './flows/flow.ts'
import { findPageFault, mayHaveBlockedWallet } from './problems/page-fault.ts'
import { walletConnected } from './steps/request-account.ts'

export function listen(flow: Flow): (() => void)[] {
  const { wallets, page, timers, onSignedInElsewhere } = flow.options
  const fault = findPageFault(page, timers.now())
  if (fault) dispatch(flow, { type: 'page_fault_found', ...fault })
  flow.challenges.prefetch()
  const walletsChanged = () => {
    connectionChanged(flow)
    void preferAllowedAccount(flow)
    checkBlockedScripts(flow)
    flow.changed()
  }
  const stops = [
    wallets.subscribe(walletsChanged),
    page.blockedScripts.subscribe(walletsChanged),
    onSignedInElsewhere((next) => dispatch(flow, { type: 'signed_in_elsewhere', next })),
    page.onReturn(() => {
      dispatch(flow, { type: 'page_returned', at: timers.now() })
      flow.challenges.prefetch()
      checkDeadlines(flow)
    }),
    page.onOffline(() => {
      flow.offlineSince ??= timers.now()
      checkDeadlines(flow)
    }),
    page.onOnline(() => {
      const ms = flow.offlineSince === undefined ? 0 : timers.now() - flow.offlineSince
      flow.offlineSince = undefined
      dispatch(flow, { type: 'clock_paused', ms })
      flow.challenges.prefetch()
    }),
  ]
  walletsChanged()
  return stops
}

function connectionChanged(flow: Flow): void {
  const { attempt, connection: before } = flow
  const now = flow.options.wallets.getConnection()
  flow.connection = now
  const isAwaited = attempt.status === 'connecting' && 'wallet' in now && now.wallet?.id === attempt.wallet.id
  if (isAwaited && now.status === 'connecting' && now.code)
    return dispatch(flow, { type: 'link_code_received', attempt: attempt.id, code: now.code })
  if (now.status !== 'connected') {
    if (before.status === 'connected')
      dispatch(flow, { type: 'wallet_disconnected', ...disconnectFailure(flow, before.wallet, now) })
    return
  }
  if (isAwaited) {
    // A one-step answer follows immediately, and includes the signature.
    if (!attempt.oneStep) walletConnected(flow, attempt.id, now.account)
    return
  }
  if (before.status !== 'connected') return
  const { address, chain } = now.account
  if (before.account.address !== address) return dispatch(flow, { type: 'account_changed' })
  if (before.account.chain !== chain) dispatch(flow, { type: 'network_changed', chain })
}

function disconnectFailure(flow: Flow, wallet: WalletLabel, now: Connection): Failure {
  const at = flow.options.timers.now()
  const { name } = wallet
  if (now.status === 'disconnected' && now.restarted) {
    return { problem: { code: 'wallet/restarted', remedy: 'reload', wallet: name, at }, retry: { do: 'reload' } }
  }
  const problem = { code: 'wallet/disconnected', remedy: 'connect_again', wallet: name, at } as const
  return { problem, retry: { do: 'connect', wallet } }
}

function checkBlockedScripts(flow: Flow): void {
  const { wallets, page, timers } = flow.options
  const { attempt } = flow
  const isBlocked = mayHaveBlockedWallet(page, wallets.getWallets())
  if (attempt.status === 'failed' && attempt.problem.code === 'wallet/blocked_by_csp') {
    if (!isBlocked) dispatch(flow, { type: 'page_fault_cleared' })
  } else if (isBlocked && wallets.settled) {
    const problem = { code: 'wallet/blocked_by_csp', remedy: 'reload', at: timers.now() } as const
    dispatch(flow, { type: 'page_fault_found', problem, retry: { do: 'reload' } })
  }
}
