import { accountInUse, type ConnectionEvent, type ConnectionState, nextConnection } from './connection.ts'
import type { KeyValue, WalletEnv } from './env.ts'
import type { FoundWallet } from './found-wallet.ts'
import type { OpenRequests } from './open-requests.ts'
import {
  type ConnectMethod,
  errorCode,
  hasAccount,
  readAccounts,
  readChainId,
  toAddresses,
  toChainId,
} from './provider.ts'
import { readJson, removeJson, writeJson } from './stored-json.ts'
import type { Account, Connection, LinkCode, WalletLabel } from './wallet.ts'
import type { WalletList } from './wallet-list.ts'

/** Most wallets cannot cancel a request, so an abandoned one is only marked. */
export type ConnectRequest = {
  walletId: string
  answer: Promise<Account>
  abandonedAt: number | undefined
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
  store.changed()
  const missed = 'missed' in before && before.missed ? store.wallets.get(before.missed) : undefined
  if (missed && store.state.status === 'disconnected') void ignoreErrors(() => adopt(store, missed))
}

export function findWallet(store: WalletStore, walletId: string): FoundWallet | undefined {
  const known = store.wallets.get(walletId)
  if (known) return known
  const found = store.list.find(walletId)
  if (!found) return undefined
  store.wallets.set(walletId, found)
  void ignoreErrors(() => listen(store, found))
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
      return { status: 'connecting', wallet, ...(state.code ? { code: state.code } : {}) }
    case 'connected':
      return wallet ? { status: 'connected', wallet, account: accountInUse(state) } : { status: 'disconnected' }
  }
}

export function labelOf(store: WalletStore, walletId: string): WalletLabel | undefined {
  const found = store.wallets.get(walletId) ?? store.list.find(walletId)
  return found && { id: found.id, name: found.name, icon: found.icon, rdns: found.rdns }
}

function listen(store: WalletStore, wallet: FoundWallet): void {
  const { id: walletId, provider, link } = wallet
  const on = (event: string, handle: (value: unknown) => unknown) =>
    provider.on?.(event, (value) => void ignoreErrors(() => handle(value)))
  on('connect', () => adopt(store, wallet))
  on('accountsChanged', (accounts) => accountsChanged(store, wallet, accounts))
  on('chainChanged', (chainId) => dispatch(store, { type: 'chain_changed', walletId, chainId: toChainId(chainId) }))
  on('disconnect', (error) => walletDisconnected(store, wallet, errorCode(error)))
  // Only our own adapters emit a code.
  if (link) on('code', (code) => dispatch(store, { type: 'link_code_received', walletId, code: code as LinkCode }))
}

/** Follows a wallet that connected without a request: it was approved or unlocked in the wallet. */
async function adopt(store: WalletStore, { id: walletId, provider }: FoundWallet): Promise<void> {
  const mayConnect = () => store.state.status === 'disconnected' && !store.manualDisconnect.isSet()
  dispatch(store, { type: 'wallet_missed', missed: walletId }) // while another request is open
  if (!mayConnect()) return
  const [accounts, chainId] = await Promise.all([readAccounts(provider), readChainId(provider)])
  if (mayConnect() && hasAccount(accounts)) dispatch(store, { type: 'accounts_shared', walletId, accounts, chainId })
}

async function accountsChanged(store: WalletStore, wallet: FoundWallet, value: unknown): Promise<void> {
  if (!Array.isArray(value)) return
  const { state } = store
  if (value.length === 0) return walletDisconnected(store, wallet, undefined)
  if (state.status !== 'connected') return adopt(store, wallet)
  const accounts = toAddresses(value)
  if (hasAccount(accounts)) dispatch(store, { type: 'accounts_changed', walletId: wallet.id, accounts })
}

// MetaMask's codes: its service worker restarts and keeps its accounts, or the page must be reloaded.
const TEMPORARILY_DISCONNECTED = 1013
const RELOAD_REQUIRED = 1011

async function walletDisconnected(store: WalletStore, wallet: FoundWallet, code: number | undefined): Promise<void> {
  if (code === TEMPORARILY_DISCONNECTED && hasAccount(await readAccounts(wallet.provider))) return
  dispatch(store, { type: 'wallet_disconnected', walletId: wallet.id, restarted: code === RELOAD_REQUIRED })
}

/** Nothing a wallet emits may throw into the page. */
async function ignoreErrors(run: () => unknown): Promise<void> {
  try {
    await run()
  } catch {
    // the wallet failed inside its own event
  }
}
