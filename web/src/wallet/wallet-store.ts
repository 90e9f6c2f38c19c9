import type { Account } from '@countersign/contract/family/account.ts'
import {
  accountInUse,
  type ConnectionEvent,
  type ConnectionState,
  hasAccount,
  nextConnection,
} from './connection/connection.ts'
import type { OpenRequests } from './connection/open-requests.ts'
import type { FoundWallet } from './discovery/found-wallet.ts'
import type { WalletList } from './discovery/wallet-list.ts'
import type { WalletDriver } from './driver.ts'
import type { KeyValue, WalletEnv } from './env.ts'
import { readJson, removeJson, writeJson } from './stored-json.ts'
import { ignoreErrors } from './untrusted.ts'
import type { Connection, WalletLabel } from './wallet.ts'
import { errorCode } from './wallet-error.ts'

/** An alternative to `requestAccounts`; undefined when the wallet does not support it. */
export type ConnectMethod = (driver: WalletDriver, isCanceled: () => boolean) => Promise<string[] | undefined>

/** Most wallets cannot cancel a request, so an abandoned one is only marked. */
export type ConnectRequest = {
  walletId: string
  answer: Promise<Account>
  isAbandoned: boolean
  method: ConnectMethod | undefined
}

export type WalletStore = {
  env: WalletEnv
  list: WalletList
  /** Every wallet found so far, including those the list has dropped since. */
  wallets: Map<string, FoundWallet>
  manualDisconnect: ReturnType<typeof createManualDisconnect>
  state: ConnectionState
  connectRequests: Map<string, ConnectRequest>
  /** Wallets that shared accounts with this page and have not ended it: they are read before they are asked again. */
  sharing: Set<string>
  openRequests: OpenRequests
  missing: string | undefined
  listeners: Set<() => void>
  /** Derived from `state`; the same object until it changes. */
  connection: Connection
  changed(): void
}

export function dispatch(store: WalletStore, event: ConnectionEvent): void {
  const before = store.state
  store.state = nextConnection(before, event)
  if (event.type === 'accounts_shared') store.sharing.add(event.walletId)
  if (event.type === 'wallet_disconnected') store.sharing.delete(event.walletId)
  store.changed()
  if (store.state.status !== before.status) store.list.look()
  const missed = 'missed' in before && before.missed ? store.wallets.get(before.missed) : undefined
  if (missed && store.state.status === 'disconnected') adopt(store, missed).catch(() => undefined)
}

export function findWallet(store: WalletStore, walletId: string): FoundWallet | undefined {
  const known = store.wallets.get(walletId)
  if (known) return known
  const found = store.list.find(walletId)
  if (!found) return undefined
  store.wallets.set(walletId, found)
  ignoreErrors(() => listen(store, found))
  return found
}

/** After "Disconnect wallet", wallets that connect without a request are ignored in this tab until the next click. */
export function createManualDisconnect(storage: KeyValue | undefined) {
  const key = 'cs.quiet'
  let isSet = readJson(storage, key) === 1
  return {
    isSet: () => isSet,
    set() {
      isSet = true
      writeJson(storage, key, 1)
    },
    clear() {
      isSet = false
      removeJson(storage, key)
    },
  }
}

export function readConnection(store: WalletStore): Connection {
  const { state } = store
  if (state.status === 'disconnected')
    return state.restarted ? { status: 'disconnected', restarted: true } : { status: 'disconnected' }
  const wallet = labelOf(store, state.walletId)
  switch (state.status) {
    case 'reconnecting':
      return { status: 'reconnecting', wallet }
    case 'connecting':
      return {
        status: 'connecting',
        wallet,
        ...(state.code ? { code: state.code } : {}),
        ...(state.missed === state.walletId ? { approved: true } : {}),
      }
    case 'connected':
      return wallet ? { status: 'connected', wallet, account: accountInUse(state) } : { status: 'disconnected' }
  }
}

export function labelOf(store: WalletStore, walletId: string): WalletLabel | undefined {
  const found = store.wallets.get(walletId) ?? store.list.find(walletId)
  return found && { id: found.id, name: found.name, icon: found.icon, rdns: found.rdns }
}

function listen(store: WalletStore, wallet: FoundWallet): void {
  const { id: walletId, driver, link } = wallet
  const { dropEarlier } = store.openRequests
  driver.listen({
    // Nothing a wallet emits may throw into the page.
    connected: () => void adopt(store, wallet).catch(() => undefined),
    accountsChanged(accounts) {
      dropEarlier(walletId)
      accountsChanged(store, wallet, accounts).catch(() => undefined)
    },
    chainChanged: (chain) => dispatch(store, { type: 'chain_changed', walletId, chain }),
    disconnected: (error) => void walletDisconnected(store, wallet, errorCode(error)).catch(() => undefined),
  })
  link?.onCode((code) => dispatch(store, { type: 'link_code_received', walletId, code }))
}

/** Follows a wallet that connected without a request: it was approved or unlocked in the wallet. */
async function adopt(store: WalletStore, { id: walletId, driver }: FoundWallet): Promise<void> {
  const mayConnect = () => store.state.status === 'disconnected' && !store.manualDisconnect.isSet()
  dispatch(store, { type: 'wallet_missed', missed: walletId }) // while another request is open
  if (!mayConnect()) return
  const { namespace } = driver
  const [accounts, chain] = await Promise.all([driver.readAccounts(), driver.readChain()])
  if (mayConnect() && hasAccount(accounts))
    dispatch(store, { type: 'accounts_shared', walletId, accounts, namespace, chain })
}

async function accountsChanged(store: WalletStore, wallet: FoundWallet, accounts: string[]): Promise<void> {
  if (!hasAccount(accounts)) return walletDisconnected(store, wallet, undefined)
  if (store.state.status !== 'connected') return adopt(store, wallet)
  dispatch(store, { type: 'accounts_changed', walletId: wallet.id, accounts })
}

// MetaMask's codes: its service worker restarts and keeps its accounts, or the page must be reloaded.
const TEMPORARILY_DISCONNECTED = 1013
const RELOAD_REQUIRED = 1011

async function walletDisconnected(store: WalletStore, wallet: FoundWallet, code: number | undefined): Promise<void> {
  if (code === TEMPORARILY_DISCONNECTED && hasAccount(await wallet.driver.readAccounts())) return
  dispatch(store, { type: 'wallet_disconnected', walletId: wallet.id, restarted: code === RELOAD_REQUIRED })
}
