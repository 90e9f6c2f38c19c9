import * as limits from '@countersign/contract/limits.ts'
import { BROWSER_WALLET_ID, DEMO_RDNS, LINKED } from '../discovery/found-wallet.ts'
import type { WalletEnv } from '../env.ts'
import { dispatch, findWallet, type WalletStore } from '../wallet-store.ts'
import { withTimeout } from '../with-timeout.ts'
import { hasAccount } from './connection.ts'
import { readRecent } from './recent.ts'

/** Reconnects the wallet used last, without a prompt and without a request to any other. A click takes precedence. */
export async function restoreRecent(store: WalletStore): Promise<void> {
  const [recent] = readRecent(store.env.localStorage)
  if (!recent || recent.away || store.manualDisconnect.isSet()) return
  const { id: walletId, name } = recent
  dispatch(store, { type: 'restore_started', walletId })
  await readRestored(store, walletId).catch(() => undefined)
  if (!isRestoring(store)) return
  if (!store.list.find(walletId)) store.missing = name
  dispatch(store, { type: 'restore_failed', walletId })
}

async function readRestored(store: WalletStore, walletId: string): Promise<void> {
  const { timers } = store.env
  if (!(await waitForWallet(store, walletId)) || !isRestoring(store)) return
  const driver = findWallet(store, walletId)?.driver
  if (!driver) return
  const limit = walletId.startsWith(LINKED) ? limits.RESTORE_LINKED_MS : limits.RESTORE_PROBE_MS
  const accounts = await withTimeout(timers, limit, driver.readAccounts())
  if (!hasAccount(accounts) || !isRestoring(store)) return
  const chain = await withTimeout(timers, limits.RESTORE_PROBE_MS, driver.readChain())
  if (chain === undefined || !isRestoring(store)) return
  dispatch(store, { type: 'accounts_shared', walletId, accounts, namespace: driver.namespace, chain })
}

function isRestoring({ state }: WalletStore): boolean {
  return state.status === 'reconnecting'
}

function waitForWallet({ env, list, listeners }: WalletStore, walletId: string): Promise<boolean> {
  const isFound = () => list.findUnambiguous(walletId) !== undefined
  if (isFound()) return Promise.resolve(true)
  return new Promise((resolve) => {
    const stop = () => {
      cancel()
      listeners.delete(look)
      resolve(isFound())
    }
    const look = () => {
      if (isFound() || (isLoaded(walletId) && list.ended())) stop()
    }
    const cancel = env.timers.after(announceTimeout(walletId, env), stop)
    listeners.add(look)
  })
}

/** Linked wallets and those of other families than Ethereum: their code is loaded first. */
function isLoaded(walletId: string): boolean {
  return walletId.includes(':')
}

/** Extensions answer within a tick, a bare `window.ethereum` is tried later, and other wallets are loaded first. */
function announceTimeout(walletId: string, { announcesLate, loadDemo }: WalletEnv): number {
  if (isLoaded(walletId) || (loadDemo && walletId === DEMO_RDNS)) return limits.RESTORE_LINKED_MS
  const wait = announcesLate ? limits.ANNOUNCE_WAIT_IN_APP_MS : limits.ANNOUNCE_WAIT_MS
  return walletId === BROWSER_WALLET_ID ? Math.max(wait, limits.NO_WALLET_AFTER_MS) : wait
}
