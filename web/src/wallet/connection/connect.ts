import type { Account } from '@countersign/contract/family/account.ts'
import { RESTORE_PROBE_MS } from '@countersign/contract/limits.ts'
import type { FoundWallet } from '../discovery/found-wallet.ts'
import type { WalletDriver } from '../driver.ts'
import { NoAccountError, WalletNotFoundError } from '../wallet-error.ts'
import {
  type ConnectMethod,
  type ConnectRequest,
  dispatch,
  findWallet,
  labelOf,
  type WalletStore,
} from '../wallet-store.ts'
import { withTimeout } from '../with-timeout.ts'
import { accountInUse, hasAccount } from './connection.ts'
import { rememberRecent } from './recent.ts'

/** One request per wallet at a time: a second click joins the first. */
export function connectWallet(store: WalletStore, walletId: string, method?: ConnectMethod): Promise<Account> {
  const wallet = findWallet(store, walletId)
  if (!wallet) return Promise.reject(new WalletNotFoundError())
  store.manualDisconnect.clear()
  const { state, connectRequests } = store
  if (state.status === 'connected' && state.walletId === walletId) {
    rememberWallet(store, walletId, { away: false })
    return Promise.resolve(accountInUse(state))
  }

  const open = connectRequests.get(walletId)
  for (const request of connectRequests.values()) if (request !== open) abandon(store, request)
  if (open) {
    open.isAbandoned = false
    dispatch(store, { type: 'connect_requested', walletId })
    return open.answer
  }
  const request: ConnectRequest = { walletId, isAbandoned: false, answer: new Promise(() => {}), method }
  connectRequests.set(walletId, request)
  dispatch(store, { type: 'connect_requested', walletId })
  request.answer = sendRequest(store, request, wallet)
  // A link code does not outlive the page, so a linked wallet has no open request after a reload.
  if (!wallet.link) void store.openRequests.track(wallet, request.answer)
  request.answer.catch(() => undefined) // an abandoned request has no caller
  return request.answer
}

/** The request stays open in the wallet, and a late answer becomes a connection. */
export function abandonConnect(store: WalletStore, walletId: string): void {
  const request = store.connectRequests.get(walletId)
  if (!request || request.isAbandoned) return
  abandon(store, request)
  dispatch(store, { type: 'connect_ended', walletId })
}

export function forgetRequest(store: WalletStore, walletId: string): void {
  abandonConnect(store, walletId)
  store.connectRequests.delete(walletId)
}

export function rememberWallet(store: WalletStore, walletId: string, { away }: { away: boolean }): void {
  const label = labelOf(store, walletId)
  if (!label) return
  rememberRecent(store.env.localStorage, { id: walletId, name: label.name, away })
  store.list.recentChanged()
}

async function sendRequest(store: WalletStore, request: ConnectRequest, { driver }: FoundWallet): Promise<Account> {
  const { walletId, method } = request
  try {
    const isCanceled = () => request.isAbandoned
    const own = method
      ? await method(driver, isCanceled)
      : store.sharing.has(walletId)
        ? await readShared(store, driver)
        : undefined
    if (method && !own && isCanceled()) throw new NoAccountError() // without another prompt
    const accounts = own ?? (await driver.requestAccounts())
    const { namespace } = driver
    const chain = await driver.readChain()
    if (!hasAccount(accounts)) throw new NoAccountError()
    if (!request.isAbandoned || !store.manualDisconnect.isSet()) {
      dispatch(store, { type: 'accounts_shared', walletId, accounts, namespace, chain })
      if (isConnectedTo(store, walletId)) rememberWallet(store, walletId, { away: false })
    }
    return { namespace, chain, address: accounts[0] }
  } finally {
    if (store.connectRequests.get(walletId) === request) {
      store.connectRequests.delete(walletId)
      dispatch(store, { type: 'connect_ended', walletId })
    }
  }
}

export function isConnectedTo({ state }: WalletStore, walletId: string): boolean {
  return state.status === 'connected' && state.walletId === walletId
}

/** A wallet that shares an account already is not asked to connect again. */
async function readShared({ env }: WalletStore, driver: WalletDriver): Promise<string[] | undefined> {
  const accounts = await withTimeout(env.timers, RESTORE_PROBE_MS, driver.readAccounts()).catch(() => undefined)
  return accounts?.length ? accounts : undefined
}

function abandon(store: WalletStore, request: ConnectRequest): void {
  request.isAbandoned = true
  const link = store.wallets.get(request.walletId)?.link
  if (!link) return
  // A linked wallet's request can be canceled, so the next click sends a new one.
  store.connectRequests.delete(request.walletId)
  link.cancel()
}
