import type { FoundWallet } from './discovery/found-wallet.ts'
import type { Provider } from './evm/provider.ts'
import type { WalletLabel } from './wallet.ts'

export type WalletEnv = {
  window: EventTarget & { ethereum?: unknown }
  /** Undefined when the browser blocks it. */
  localStorage: KeyValue | undefined
  sessionStorage: KeyValue | undefined
  timers: Timers
  /** True on phones and in wallets' in-app browsers. */
  announcesLate: boolean
  onReturn(listener: () => void): () => void
  /** Not every wallet reports a disconnect to the other tabs. */
  tabs: { announceDisconnect(): void; onDisconnect(listener: () => void): void }
  locale: string | undefined
  /** Undefined everywhere but on localhost. */
  loadDemo: (() => Promise<DemoWallet>) | undefined
  /** Loads the wallets that the operator enabled; undefined without any. */
  loadLinked: (() => Promise<FoundWallet[]>) | undefined
}

/** A wallet that is listed before its code is loaded by a click. */
export type LinkedWallet = WalletLabel & {
  oneStep?: true
  /** No account survives a page load, so its code is not loaded to restore one. */
  keepsNothing?: boolean
  load(): Promise<LinkedProvider>
  /** Removes its data from this browser, loaded or not. */
  forget?(): void
}

export type LinkedProvider = Provider & {
  /** The events of EIP-1193, and `code` with a `LinkCode` while another device has to scan it. */
  on(event: string, listener: (value: unknown) => void): unknown
  /** Cancels the open request, which fails with 4001. */
  cancel?(): void
  appLink?(): string | undefined
}

export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type Timers = {
  now(): number
  /** Calls once after `ms`; the result cancels. */
  after(ms: number, run: () => void): () => void
}

/** `standard` is its Wallet Standard wallet, for the other chain families. */
export type DemoWallet = { provider: Provider; standard?: unknown; announce(): void }
