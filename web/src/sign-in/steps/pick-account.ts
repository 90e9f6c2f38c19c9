/** "Use another account"; a lazily loaded chunk. */

import type { WalletLabel } from '../../wallet/wallet.ts'
import { addressFilter } from '../allowed-account.ts'
import { dispatch, type Flow, hasTimedOut } from '../flows/flow.ts'
import { findVerdict } from '../problems/find-verdict.ts'
import { connectionFailed } from './request-account.ts'

export async function pickOtherAccount(flow: Flow, id: number, wallet: WalletLabel): Promise<void> {
  const { wallets } = flow.options
  const { name, rdns } = wallet
  try {
    const { changed } = await (await wallets.extras()).chooseAccount(addressFilter(flow))
    if (hasTimedOut(flow, id)) return dispatch(flow, { type: 'late_answer_arrived', wallet: name })
    const notice = changed ? undefined : ({ kind: 'no_other_account', wallet: name } as const)
    dispatch(flow, { type: 'account_picked', attempt: id, notice })
  } catch (error) {
    const verdict = await findVerdict(error, { phase: 'connect', rdns })
    if (verdict.kind === 'declined') {
      // A Solana wallet no longer shares the account it had.
      const isGone = wallets.getConnection().status !== 'connected'
      const declined = { kind: 'declined_connect', wallet: name, id: wallet.id, after: undefined } as const
      return dispatch(flow, { type: 'account_picked', attempt: id, notice: isGone ? declined : undefined })
    }
    if (verdict.kind === 'problem' && verdict.code === 'wallet/restarted')
      return connectionFailed(flow, id, wallet, { error, ...verdict })
    // Many wallets have no picker, but the account may have been switched in the wallet before the click.
    const look = async () => (await wallets.extras()).lookForAccount(addressFilter(flow))
    const found = await look().catch(() => undefined)
    const kind = verdict.kind === 'pending' ? 'request_waiting' : 'switch_in_wallet'
    const notice = found?.changed ? undefined : ({ kind, wallet: name } as const)
    dispatch(flow, { type: 'account_picked', attempt: id, notice })
  }
}
