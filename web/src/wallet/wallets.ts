import {
  chooseAccount,
  lookForAccount,
  type PickedAccount,
  preferAccount,
  probeWallet,
  readAccount,
  signMessage,
  type Wants,
} from './account.ts'
import { createWalletConfig } from './config.ts'
import {
  abandonConnect,
  connectWallet,
  disconnectWallet,
  forgetRequest,
  overtakeRestore,
  releaseWallet,
  resumeWallet,
} from './connect.ts'
import { connectorOf, type Desk, readConnection, sharedAccounts } from './desk.ts'
import type { WalletEnv } from './env.ts'
import type { ConnectBy } from './one-step.ts'
import { createOpenRequests } from './open-requests.ts'
import { createQuiet } from './quiet.ts'
import { forgetRecent } from './recent.ts'
import { restoreRecent } from './restore.ts'
import type { Account, Connection, WalletOption } from './wallet.ts'
import { createWalletList } from './wallet-list.ts'

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
  /** Looks without asking: the account, when the wallet already shares one. */
  resume(walletId: string): Promise<Account | undefined>
  /** Opens the account picker of the connected wallet, and takes an account that it shares then. */
  chooseAccount(wants?: Wants): Promise<PickedAccount>
  /** Looks for another account without opening anything. */
  lookForAccount(wants?: Wants): Promise<PickedAccount>
  /** Every account that the connected wallet shares; it signs for each of them. */
  sharedAccounts(): readonly Account['address'][]
  /** Uses one of the shared accounts until the person switches to another in the wallet. */
  preferAccount(address: Account['address']): void
  /** What the wallet says now, or the last known when it does not answer in time. */
  readAccount(): Promise<Account>
  sign(request: { account: Account; message: string }): Promise<unknown>
  /** "Disconnect wallet": takes the permission back and stays quiet until the next click. */
  disconnect(): Promise<void>
  /** Lets go of the connection in this tab only; the wallet keeps its permission. */
  release(): Promise<void>
  /** Lets go, and forgets the recent wallets: all this browser keeps about them. */
  forget(): Promise<void>
  /** Settles when the wallet answers something that no person is asked about. */
  probe(walletId: string): Promise<void>
  /** Whether the wallet may show an earlier request in front of the one that is waited for. */
  hasEarlierRequest(walletId: string): boolean
  /** Another tab has left a request in this wallet. */
  noteEarlierRequest(wallet: { id: string; name: string }): void
  /** The wallet in which a request was open when this page was loaded, by name. */
  readonly leftOver: string | undefined
  dispose(): void
}

export function createWallets(env: WalletEnv): Wallets {
  const desk = createDesk(env)
  const stops: (() => void)[] = []
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
    resume: (walletId) => resumeWallet(desk, walletId),
    chooseAccount: (wants) => chooseAccount(desk, wants),
    lookForAccount: (wants) => lookForAccount(desk, wants),
    sharedAccounts: () => sharedAccounts(desk),
    preferAccount: (address) => preferAccount(desk, address),
    readAccount: () => readAccount(desk),
    sign: (request) => signMessage(desk, request),
    disconnect: () => disconnectWallet(desk),
    release: () => releaseWallet(desk),
    async forget() {
      overtakeRestore(desk)
      await releaseWallet(desk)
      for (const { link } of desk.list.found()) link?.forget()
      forgetRecent(env.localStorage)
    },
    probe: (walletId) => probeWallet(desk, walletId),
    hasEarlierRequest: (walletId) => desk.requests.hasEarlier(walletId),
    noteEarlierRequest: (wallet) => desk.requests.noteEarlier(wallet),
    get leftOver() {
      return desk.requests.leftOver()
    },
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
