/** For tests: wallets in a page without a browser. */

import { fakeBus, fakeSignal, fakeStorage, fakeTimers, fakeWindow } from '../../../test/support/fake-page.ts'
import { installScriptedWallet, type Sign, type WalletScript } from '../../../test/support/scripted-wallet.ts'
import type { WalletEnv } from './env.ts'
import { createWallets } from './wallets.ts'

export const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export const metaMask = { name: 'MetaMask', rdns: 'io.metamask', accounts: [ALICE] } satisfies WalletScript
export const rabby = { name: 'Rabby', rdns: 'io.rabby', accounts: [BOB] } satisfies WalletScript
export const rainbow = { name: 'Rainbow', rdns: 'me.rainbow', accounts: [BOB] } satisfies WalletScript

export function recently(...wallets: { rdns: string; name: string }[]): Record<string, string> {
  return { 'cs.recent': JSON.stringify(wallets.map(({ rdns, name }) => ({ id: rdns, name, away: false }))) }
}

/** One page. Pages that share `bus` and `localStorage` are tabs of one browser. */
export function openWallets(
  options: Partial<WalletEnv> & {
    bus?: ReturnType<typeof fakeBus<'gone'>>
    timers?: ReturnType<typeof fakeTimers>
  } = {},
) {
  const page = fakeWindow()
  const timers = options.timers ?? fakeTimers()
  const returns = fakeSignal()
  const tab = (options.bus ?? fakeBus<'gone'>()).tab()
  const localStorage = fakeStorage()
  const sessionStorage = fakeStorage()
  const env: WalletEnv = {
    window: page,
    localStorage,
    sessionStorage,
    announcesLate: false,
    onReturn: (listener) => returns.subscribe(listener),
    tabs: { tellWalletGone: () => tab.tell('gone'), onWalletGone: (listener) => tab.subscribe(listener) },
    locale: 'en',
    loadDemo: undefined,
    ...options,
    timers,
  }
  const wallets = createWallets(env)
  const history: string[] = []
  wallets.subscribe(() => {
    const { status } = wallets.getConnection()
    if (history.at(-1) !== status) history.push(status)
  })
  return {
    wallets,
    env,
    timers,
    returns,
    localStorage,
    sessionStorage,
    /** Every status the page has shown, in order. */
    history,
    install: (script: WalletScript, sign?: Sign) => installScriptedWallet(script, page, sign),
    names: () => wallets.getWallets().map(({ name }) => name),
  }
}
