import { readAccount, signMessage } from './account.ts'
import { createWalletConfig } from './config.ts'
import { abandonConnect, connectWallet, forgetRequest, overtakeRestore, releaseWallet } from './connect.ts'
import type { WalletEnv } from './env.ts'
import type { WalletExtras } from './extras.ts'
import type { ConnectBy } from './one-step.ts'
import { createOpenRequests, type OpenRequests } from './open-requests.ts'
import { createQuiet } from './quiet.ts'
import { forgetRecent } from './recent.ts'
import { restoreRecent } from './restore.ts'
import type { Account, Connection, WalletOption } from './wallet.ts'
import { createWalletList } from './wallet-list.ts'
import { connectorOf, type Desk, readConnection } from './wallet-store.ts'

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
  /** One request per wallet at a time: a second call joins the first, whichever way that went. */
  connect(walletId: string, connectBy?: ConnectBy): Promise<Account>
  /** Stops waiting for `connect`; the wallet may still answer, which is then a connection nobody asked for now. */
  abandon(walletId: string): void
  /** Makes the next `connect` a new request, where the open one hangs in a window that is gone. */
  forgetRequest(walletId: string): void
  /** What the wallet says now, or the last known when it does not answer in time. */
  readAccount(): Promise<Account>
  sign(request: { account: Account; message: string }): Promise<unknown>
  /** "Disconnect wallet": takes the permission back and stays quiet until the next click. */
  disconnect(): Promise<void>
  /** Lets go of the connection in this tab only; the wallet keeps its permission. */
  release(): Promise<void>
  /** Lets go, and forgets the recent wallets: all this browser keeps about them. */
  forget(): Promise<void>
  /** What is asked of a wallet beyond connecting and signing; fetched when it is first needed. */
  extras(): Promise<WalletExtras>
  /** What wallets have not answered yet. */
  readonly requests: OpenRequests
  dispose(): void
}

export function createWallets(env: WalletEnv): Wallets {
  const desk = createDesk(env)
  const stops: (() => void)[] = []
  const extras = async () => (await import('./extras.ts')).walletExtras(desk)
  const release = () => releaseWallet(desk)
  return {
    start() {
      stops.push(...listen(desk))
      desk.list.start()
      void restoreRecent(desk)
    },
    getWallets: () => desk.list.options(),
    getConnection: () => desk.connection,
    get settled() {
      return desk.list.settled()
    },
    get missing() {
      return desk.missing
    },
    subscribe(listener) {
      desk.listeners.add(listener)
      return () => desk.listeners.delete(listener)
    },
    connect: (walletId, connectBy) => connectWallet(desk, walletId, connectBy),
    abandon: (walletId) => abandonConnect(desk, walletId),
    forgetRequest: (walletId) => forgetRequest(desk, walletId),
    readAccount: () => readAccount(desk),
    sign: (request) => signMessage(desk, request),
    // Without its file the wallet keeps its permission, and this tab lets go all the same.
    disconnect: () => extras().then((wallet) => wallet.disconnect(), release),
    release,
    async forget() {
      overtakeRestore(desk)
      await releaseWallet(desk)
      for (const { link } of desk.list.found()) link?.forget()
      forgetRecent(env.localStorage)
    },
    extras,
    requests: desk.requests,
    dispose() {
      for (const stop of stops) stop()
      desk.list.stop()
    },
  }
}

function createDesk(env: WalletEnv): Desk {
  const config = createWalletConfig()
  const desk: Desk = {
    env,
    config,
    quiet: createQuiet(env.sessionStorage),
    connectors: new Map(),
    flights: new Map(),
    listeners: new Set(),
    connection: { status: 'disconnected' },
    restoring: undefined,
    missed: undefined,
    clicked: undefined,
    restarted: false,
    preferred: undefined,
    requests: createOpenRequests({
      storage: env.sessionStorage,
      now: () => env.timers.now(),
      changed: () => desk.changed(),
    }),
    missing: undefined,
    list: createWalletList(env, () => {
      for (const { id } of desk.list.found()) connectorOf(desk, id)
      desk.changed()
    }),
    changed() {
      const connection = readConnection(desk)
      if (JSON.stringify(connection) !== JSON.stringify(desk.connection)) desk.connection = connection
      for (const listener of [...desk.listeners]) listener()
    },
  }
  return desk
}

function listen(desk: Desk): (() => void)[] {
  return [
    desk.config.subscribe(
      (state) => state,
      () => desk.changed(),
    ),
    desk.env.onReturn(() => {
      if (desk.connection.status === 'connected') readAccount(desk).catch(() => undefined) // it will be asked again before signing
    }),
    desk.env.tabs.onWalletGone(() => {
      desk.quiet.set()
      overtakeRestore(desk)
      void releaseWallet(desk)
    }),
  ]
}
