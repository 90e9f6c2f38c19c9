import type { EIP1193Provider } from 'viem'

/** What wallets need of the world. */
export type WalletEnv = {
  /** Where wallets announce themselves and where a bare `ethereum` may sit. */
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
}

export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type Timers = {
  now(): number
  /** Calls once after `ms`; the answer cancels. */
  after(ms: number, run: () => void): () => void
}

/** How a disconnect in one tab reaches the others, since wallets do not always tell. */
export type WalletTabs = {
  tellWalletGone(): void
  onWalletGone(listener: () => void): () => void
}

export type DemoWallet = { provider: EIP1193Provider; announce(): void }
