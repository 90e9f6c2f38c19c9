/** What becomes of "Use another account". Few people need it, so it is fetched when somebody does. */

import type { WalletLabel } from '../../wallet/wallet.ts'
import { classifyWalletError } from '../classify-wallet-error.ts'
import { type Flow, tell } from '../flow.ts'
import type { Problem } from '../problem.ts'
import { wantsAddress } from '../wanted-account.ts'

type Fail = (
  flow: Flow,
  attempt: number,
  wallet: WalletLabel,
  error: unknown,
  verdict: Pick<Problem, 'code' | 'remedy' | 'retryAfter'>,
) => void

export async function askForOtherAccount(flow: Flow, id: number, wallet: WalletLabel, fail: Fail): Promise<void> {
  const { wallets } = flow.options
  try {
    const { changed } = await (await wallets.extras()).chooseAccount(wantsAddress(flow))
    const notice = changed ? undefined : ({ kind: 'no_other_account', wallet: wallet.name } as const)
    tell(flow, { type: 'account_picked', attempt: id, notice })
  } catch (error) {
    await notPicked(flow, id, wallet, { error, fail })
  }
}

/** Many wallets have no picker; the person may have switched the account in the wallet before they clicked. */
async function notPicked(
  flow: Flow,
  id: number,
  wallet: WalletLabel,
  { error, fail }: { error: unknown; fail: Fail },
): Promise<void> {
  const { wallets } = flow.options
  const verdict = classifyWalletError(error, { phase: 'connect', rdns: wallet.rdns })
  if (verdict.kind === 'declined') return tell(flow, { type: 'account_picked', attempt: id, notice: undefined })
  if (verdict.kind === 'problem' && verdict.code === 'wallet/restarted') return fail(flow, id, wallet, error, verdict)
  const look = async () => (await wallets.extras()).lookForAccount(wantsAddress(flow))
  const found = await look().catch(() => undefined)
  const kind = verdict.kind === 'pending' ? 'request_waiting' : 'switch_in_wallet'
  const notice = found?.changed ? undefined : ({ kind, wallet: wallet.name } as const)
  tell(flow, { type: 'account_picked', attempt: id, notice })
}
