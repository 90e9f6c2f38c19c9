import type { Provider } from './provider.ts'
import type { WalletOption } from './wallet.ts'

/** A discovered wallet, with the way to talk to it. */
export type FoundWallet = Omit<WalletOption, 'recent'> & {
  provider: Provider
  /** Only of a linked wallet. */
  link?: LinkControls
}

/** What can be done with a linked wallet besides sending it requests. */
export type LinkControls = {
  /** Cancels the open request, where the wallet is still being loaded or supports it. */
  cancel(): void
  /** Opens the wallet's app where that is on this device. */
  appLink(): string | undefined
  /** Ends the link and removes what it keeps in this browser. */
  forget(): void
}

/** The id of a bare `window.ethereum`. */
export const BROWSER_WALLET_ID = 'browser'
/** Prefix of the ids of linked wallets. No announced wallet has one: a reverse domain name has no colon. */
export const LINKED = 'linked:'
export const DEMO_RDNS = 'localhost.countersign.demo'
/** Documented to sign on `wallet_connect`. The method is a draft, so no other wallet is asked (decision 0011). */
export const ONE_STEP = ['app.base.account', 'xyz.ithaca.porto']
