import type { WalletDriver } from '../driver.ts'
import type { LinkCode, WalletOption } from '../wallet.ts'

/** A wallet in one chain family. */
export type FoundWallet = Omit<WalletOption, 'recent' | 'families'> & {
  driver: WalletDriver
  link?: LinkControls
}

type LinkControls = {
  /** Works while the wallet is being loaded, and afterwards if it supports it. */
  cancel(): void
  appLink(): string | undefined
  onCode(listener: (code: LinkCode) => void): void
  forget(): void
}

/** Two wallets may share a name or a reverse domain name: both are listed, and the second id gets a number. */
export function uniqueId(base: string, wallets: readonly FoundWallet[]): string {
  const isTaken = (id: string) => wallets.some((wallet) => wallet.id === id)
  let id = base
  for (let n = 2; isTaken(id); n++) id = `${base}#${n}`
  return id
}

export const BROWSER_WALLET_ID = 'browser'
/** Prefix of linked wallets' ids. Other families' start with their namespace; a reverse domain name has no colon. */
export const LINKED = 'linked:'
export const DEMO_NAME = 'Demo wallet'
export const DEMO_RDNS = 'localhost.countersign.demo'
/** Documented to sign on `wallet_connect`. The method is a draft (ERC-7846), so it is not sent to other wallets. */
export const ONE_STEP = ['app.base.account', 'xyz.ithaca.porto']
