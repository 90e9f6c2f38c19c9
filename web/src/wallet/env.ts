import type { FoundWallet } from './found-wallet.ts'
import type { Provider } from './provider.ts'

/** The browser as wallets need it. */
export type WalletEnv = {
  /** Where wallets announce themselves and where a bare `ethereum` may be. */
  window: EventTarget & { ethereum?: unknown }
  /** Undefined when the browser blocks it. */
  localStorage: KeyValue | undefined
  sessionStorage: KeyValue | undefined
  timers: Timers
  /** Phones and wallets' own browsers announce late. */
  announcesLate: boolean
  /** Calls when the person comes back to this page. */
  onReturn(listener: () => void): () => void
  tabs: WalletTabs
  locale: string | undefined
  /** Loads the demo wallet; undefined everywhere but on localhost. */
  loadDemo: (() => Promise<DemoWallet>) | undefined
  /** Loads the list of wallets that the operator enabled and that are not part of the browser; undefined without any. */
  loadLinked: (() => Promise<FoundWallet[]>) | undefined
}

/** A wallet that is listed before its code is loaded, which a click on it does. */
export type LinkedWallet = {
  id: string
  name: string
  /** A `data:` image. */
  icon: string | undefined
  rdns: string | undefined
  /** It can connect and sign in one prompt. */
  oneStep?: boolean
  /** It keeps no account from one page to the next, so nothing is loaded to find out. */
  keepsNothing?: boolean
  load(): Promise<LinkedProvider>
  /** Removes what it keeps in this browser, loaded or not. */
  forget?(): void
}

export type LinkedProvider = Provider & {
  /** The events of EIP-1193, and `code` with a `LinkCode` while another device has to scan it. */
  on(event: string, listener: (value: unknown) => void): unknown
  /** The person stopped waiting: the open request is cancelled and fails with 4001. */
  cancel?(): void
  /** Opens the wallet's app where that is on this device. */
  appLink?(): string | undefined
}

export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type Timers = {
  now(): number
  /** Calls once after `ms`; the result cancels. */
  after(ms: number, run: () => void): () => void
}

/** Brings a disconnect to the other tabs, which not every wallet does. */
export type WalletTabs = {
  announceDisconnect(): void
  onDisconnect(listener: () => void): () => void
}

export type DemoWallet = { provider: Provider; announce(): void }
