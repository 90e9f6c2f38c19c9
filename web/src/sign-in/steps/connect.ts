import type { WalletLabel } from '../../wallet/wallet.ts'
import type { Click } from '../attempt.ts'
import { activeAttempt, dispatch, type Flow } from '../flows/flow.ts'
import { connectionFailed, requestAccount, walletConnected } from './request-account.ts'
import { withPrompt } from './with-prompt.ts'

export function connectAndSign(flow: Flow, click: Click, wallet: WalletLabel): void {
  startConnecting(flow, click, wallet, (label) => connect(flow, click.id, label))
}

/** "I've done it" and "Try again": connects without a prompt if the wallet now shares an account. */
export function resumeOrConnect(flow: Flow, click: Click, wallet: WalletLabel): void {
  const { wallets } = flow.options
  const { id } = click
  startConnecting(flow, click, wallet, async (label) => {
    const resumed = wallets.extras().then(({ resume }) => resume(label.id))
    const account = await resumed.catch(() => undefined)
    if (!activeAttempt(flow, id, 'connecting')) return
    if (account) return walletConnected(flow, id, account)
    wallets.forgetRequest(label.id)
    connect(flow, id, label)
  })
}

function startConnecting(flow: Flow, click: Click, chosen: WalletLabel, run: (wallet: WalletLabel) => void): void {
  const { id, name, icon, rdns } = flow.options.wallets.findWallet(chosen.id) ?? chosen
  const wallet = { id, name, icon, rdns }
  dispatch(flow, { type: 'wallet_chosen', click, wallet })
  void withPrompt(flow, click.id, { do: 'connect', wallet }, () => run(wallet))
}

export function pickAccount(flow: Flow, click: Click, wallet: WalletLabel): void {
  const { id } = click
  dispatch(flow, { type: 'account_picker_opened', click, wallet })
  void withPrompt(flow, id, { do: 'pick', wallet }, () => {
    import('./pick-account.ts').then(
      ({ pickOtherAccount }) => pickOtherAccount(flow, id, wallet),
      (error: unknown) => connectionFailed(flow, id, wallet, { error, code: 'wallet/not_loaded', remedy: 'try_again' }),
    )
  })
}

function connect(flow: Flow, id: number, wallet: WalletLabel): void {
  if (!canConnectInOneStep(flow, wallet)) return requestAccount(flow, id, wallet)
  import('./one-step.ts').then(
    ({ connectInOneStep }) => connectInOneStep(flow, id, wallet),
    () => requestAccount(flow, id, wallet), // the chunk failed to load: two prompts work as well
  )
}

/** If the wallet supports it and no account has to be checked before signing. */
function canConnectInOneStep({ options, twoStepWallets }: Flow, { id }: WalletLabel): boolean {
  return options.wallets.findWallet(id)?.driver.signIn !== undefined && !options.allows && !twoStepWallets.has(id)
}
