import type { WalletEnv } from './env.ts'
import type { Account, Connection, WalletOption } from './wallet.ts'

/** Discovery, connection and signing: all the rest of the page knows of wallets. */
export type Wallets = {
  /** Starts discovery and the restore of the recent wallet. Called once, at module start. */
  start(): void
  /** Rows in their order; the same array until something changes. */
  getWallets(): WalletOption[]
  /** The same object until something changes. */
  getConnection(): Connection
  /** False until discovery has had its time. */
  readonly settled: boolean
  /** The recent wallet that did not turn up, by name. */
  readonly missing: string | undefined
  subscribe(listener: () => void): () => void
  /** One request per wallet at a time: a second call joins the first. */
  connect(walletId: string): Promise<Account>
  /** Stops waiting for `connect`; the wallet may still answer, which is then a connection nobody asked for now. */
  abandon(walletId: string): void
  /** Looks without asking: the account, when the wallet already shares one. */
  resume(walletId: string): Promise<Account | undefined>
  /** Asks the connected wallet for another account. */
  chooseAccount(): Promise<Account>
  /** What the wallet says now, or the last known when it does not answer in time. */
  readAccount(): Promise<Account>
  sign(request: { account: Account; message: string }): Promise<unknown>
  /** "Disconnect wallet": takes the permission back and stays quiet until the next click. */
  disconnect(): Promise<void>
  /** Lets go of the connection in this tab only; the wallet keeps its permission. */
  release(): Promise<void>
  /** Forgets recent wallets and everything stored about connections in this browser. */
  forget(): Promise<void>
  dispose(): void
}

export function createWallets(_env: WalletEnv): Wallets {
  throw new Error('not yet')
}
