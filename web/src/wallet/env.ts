import type { EIP1193Provider } from 'viem'
import type { Found } from './discovery.ts'

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
  /** Loads the rows of wallets that the operator switched on and that no browser brings along; undefined without any. */
  loadLinked: (() => Promise<Found[]>) | undefined
}

/** A wallet that is offered before its code is here. Not a byte of it is fetched until somebody chooses it. */
export type LinkedWallet = {
  id: string
  name: string
  /** A `data:` image. */
  icon: string | undefined
  rdns: string | undefined
  /** It can connect and sign in one prompt. */
  oneStep?: boolean
  /** It remembers nothing from one page to the next: nothing is fetched to find that out. */
  keepsNothing?: boolean
  load(): Promise<LinkedProvider>
  /** Removes what it keeps in this browser, whether its code is here or not. */
  forget?(): void
}

/** EIP-1193, as much of it as signing in needs. */
export type LinkedProvider = {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  /** The events of EIP-1193, and `code` with a `LinkCode` for as long as another device has to read it. */
  on(event: string, listener: (value: unknown) => void): unknown
  /** The person stopped waiting: the request that is open is taken back and fails with 4001. */
  giveUp?(): void
  /** Opens the wallet's app where that is on this device. */
  appLink?(): string | undefined
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
