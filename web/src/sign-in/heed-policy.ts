import { type Flow, tell } from './flow.ts'
import { plain } from './page-fault.ts'

/** Our own policy may have stopped a wallet from starting; that is only said when none turned up. */
export function heedPolicy(flow: Flow): void {
  const { wallets, timers } = flow.options
  const none = wallets.getWallets().every(({ kind }) => kind === 'demo')
  const { attempt } = flow
  if (attempt.status === 'failed' && attempt.problem.code === 'wallet/blocked_by_csp') {
    if (!none) tell(flow, { type: 'page_allowed' })
  } else if (none && wallets.settled) {
    const problem = { ...plain(timers.now()), code: 'wallet/blocked_by_csp', remedy: 'reload' } as const
    tell(flow, { type: 'page_refused', problem, again: { do: 'reload' } })
  }
}
