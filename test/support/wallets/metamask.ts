/**
 * MetaMask 13.4 with an Ethereum account, as observed in a real browser. Its Solana account is `metaMask: true` in
 * `family-script.ts` (in a browser) and `fake-solana-wallet.ts` (in process).
 */

import type { FakeTimers } from '../fake-page.ts'
import type { ScriptedWallet } from './scripted-wallet.ts'

/** It signs with shared accounts only; the page may not depend on its events. */
export const METAMASK_13 = { name: 'MetaMask', rdns: 'io.metamask', silent: true, signsShared: true } as const

/** How long it takes on a slow machine to decline by itself when it is not set up. */
export const NOT_SET_UP_MS = 3400

type MetaMaskWindow = 'unlock' | 'accounts' | 'signature'

type MetaMaskState = {
  timers: FakeTimers
  /** All accounts of the person; which of them are shared is ticked in its window. */
  accounts: string[]
  shared?: string[]
  notSetUp?: true
}

const WINDOWS: Partial<Record<string, MetaMaskWindow>> = {
  wallet_requestPermissions: 'accounts',
  eth_requestAccounts: 'accounts',
  personal_sign: 'signature',
}

/** Puts the windows of MetaMask, and the person in front of them, before the answers of a scripted wallet. */
export function operateMetaMask(wallet: ScriptedWallet, { timers, accounts, notSetUp, ...state }: MetaMaskState) {
  const answer = wallet.provider.request
  const opened: MetaMaskWindow[] = []
  let shared = state.shared ?? []
  let ticked: string[] = []
  let isLocked = false
  let current: PromiseWithResolvers<void> | undefined

  function open(window: MetaMaskWindow): Promise<void> {
    opened.push(window)
    current = Promise.withResolvers()
    return current.promise
  }

  async function chooseAccounts(): Promise<void> {
    ticked = shared.length > 0 ? shared : accounts.slice(0, 1) // for a second time: assumed, not observed
    await open('accounts')
    shared = ticked
    wallet.switchAccounts(shared)
  }

  wallet.provider.request = async (args) => {
    const window = WINDOWS[args.method]
    if (!window) return answer(args)
    if (notSetUp) {
      await new Promise<void>((resolve) => timers.after(NOT_SET_UP_MS, resolve))
      throw rejection()
    }
    if (isLocked) await open('unlock')
    isLocked = false
    if (window === 'signature') await open('signature')
    else if (args.method === 'wallet_requestPermissions' || shared.length === 0) await chooseAccounts()
    return answer(args)
  }
  // It reports this also while it is locked.
  Object.assign(wallet.provider, { _metamask: { isUnlocked: async () => true } })

  return {
    /** In order, since the last call. */
    readOpened: () => opened.splice(0),
    /** Without an event, and its accounts stay readable. */
    lock() {
      isLocked = true
    },
    /** In its own window, without a request of the page. */
    unlock() {
      isLocked = false
    },
    /** In its window for accounts. */
    tick(...next: string[]) {
      ticked = next
    },
    /** Enters the password, or confirms what the window shows. */
    confirm: () => current?.resolve(),
    closeWindow: () => current?.reject(rejection()),
    /** In MetaMask itself: an account that is not shared causes no event. That a shared one comes first is assumed. */
    select(account: string) {
      if (!shared.includes(account)) return
      shared = [account, ...shared.filter((each) => each !== account)]
      wallet.switchAccounts(shared)
      wallet.emit('accountsChanged', shared)
    },
  }
}

function rejection(): Error {
  return Object.assign(new Error('User rejected the request.'), { code: 4001 })
}
