import { readAccount, signMessage } from './account.ts'
import { abandonConnect, connectWallet, forgetRequest } from './connection/connect.ts'
import { createOpenRequests } from './connection/open-requests.ts'
import { forgetRecent } from './connection/recent.ts'
import { restoreRecent } from './connection/restore.ts'
import type { WalletsEnv } from './discovery/discover.ts'
import { createWalletList } from './discovery/wallet-list.ts'
import type { SignRequest } from './driver.ts'
import {
  type ConnectMethod,
  createManualDisconnect,
  dispatch,
  findWallet,
  readConnection,
  type WalletStore,
} from './wallet-store.ts'

export type Wallets = ReturnType<typeof createWallets>

export function createWallets(env: WalletsEnv) {
  const store = createStore(env)
  const extras = async () => (await import('./extras.ts')).walletExtras(store)
  const release = () => dispatch(store, { type: 'released' })
  return {
    start() {
      env.onReturn(() => {
        if (store.state.status === 'connected') readAccount(store).catch(() => undefined) // it may have changed without an event
      })
      env.tabs.onDisconnect(() => {
        const { state } = store
        store.manualDisconnect.set()
        if (state.status === 'connected') store.sharing.delete(state.walletId)
        release()
      })
      store.list.start()
      void restoreRecent(store)
    },
    /** In display order; the same array until something changes. */
    getWallets: store.list.options,
    /** A wallet of one family, listed or in a row of the list. */
    findWallet: (walletId: string) => store.list.find(walletId),
    getConnection: () => store.connection,
    /** False until discovery is complete. */
    get settled() {
      return store.list.settled()
    },
    get missing() {
      return store.missing
    },
    subscribe(listener: () => void): () => void {
      store.listeners.add(listener)
      return () => store.listeners.delete(listener)
    },
    connect: (walletId: string, method?: ConnectMethod) => connectWallet(store, walletId, method),
    linkCodeOpened() {
      const { state } = store
      if (state.status === 'connecting') dispatch(store, { type: 'link_code_opened', walletId: state.walletId })
    },
    abandon: (walletId: string) => abandonConnect(store, walletId),
    /** Makes the next `connect` a new request: the open one may belong to a closed window. */
    forgetRequest: (walletId: string) => forgetRequest(store, walletId),
    readAccount: () => readAccount(store),
    sign: (request: SignRequest) => signMessage(store, request),
    /** Revokes the permission. If the chunk cannot be loaded, only this tab disconnects. */
    disconnect: (): Promise<void> => extras().then((wallet) => wallet.disconnect(), release),
    /** Ends the connection in this tab only; the wallet keeps its permission. */
    release,
    /** Also removes everything this browser stores about wallets. */
    forget() {
      release()
      for (const { link } of store.list.found()) link?.forget()
      forgetRecent(env.localStorage)
      store.list.recentChanged()
    },
    extras,
    requests: store.openRequests,
  }
}

function createStore(env: WalletsEnv): WalletStore {
  const store: WalletStore = {
    env,
    wallets: new Map(),
    manualDisconnect: createManualDisconnect(env.sessionStorage),
    state: { status: 'disconnected', restarted: false },
    connectRequests: new Map(),
    sharing: new Set(),
    openRequests: createOpenRequests({
      storage: env.sessionStorage,
      now: () => env.timers.now(),
      changed: () => store.changed(),
    }),
    missing: undefined,
    listeners: new Set(),
    connection: { status: 'disconnected' },
    list: createWalletList(env, {
      changed() {
        for (const { id } of store.list.found()) findWallet(store, id)
        store.changed()
      },
      isNeeded(namespace) {
        const { state } = store
        const isInUse = state.status === 'connected' || state.status === 'reconnecting'
        return !isInUse || state.walletId.startsWith(`${namespace}:`)
      },
    }),
    changed() {
      const connection = readConnection(store)
      if (JSON.stringify(connection) !== JSON.stringify(store.connection)) store.connection = connection
      for (const listener of [...store.listeners]) listener()
    },
  }
  return store
}
