/** Wallets that announce themselves by EIP-6963, or a bare `window.ethereum`. */

import { ANNOUNCED_WALLETS_MAX } from '@countersign/contract/limits.ts'
import type { Discover } from '../discovery/discover.ts'
import { BROWSER_WALLET_ID, type FoundWallet, ONE_STEP, uniqueId } from '../discovery/found-wallet.ts'
import { type Announcement, isProvider, readAnnouncement } from './announcement.ts'
import { createEvmDriver } from './driver.ts'
import type { Provider } from './provider.ts'

type Entry = { found: FoundWallet; provider: Provider; dropped: boolean }

export const discoverEvm: Discover = (env, { changed: onChange, isDemo }) => {
  const byUuid = new Map<string, Entry>()
  let browser: FoundWallet | undefined

  const present = () => [...byUuid.values()].filter(({ dropped }) => !dropped).map(({ found }) => found)
  const hasAnnounced = () => present().some(({ kind }) => kind === 'announced')

  // The first wallet is reported immediately, the others of the same task together.
  let pending: 'none' | 'first' | 'more' = 'none'
  function changed() {
    if (pending !== 'none') {
      pending = 'more'
      return
    }
    pending = 'first'
    onChange()
    queueMicrotask(() => {
      const hasMore = pending === 'more'
      pending = 'none'
      if (hasMore) onChange()
    })
  }

  function announced(event: Event) {
    // A script that announces thousands of wallets would freeze the page.
    if (byUuid.size >= ANNOUNCED_WALLETS_MAX) return
    const announcement = readAnnouncement((event as CustomEvent<unknown>).detail) // EIP-6963 sends a CustomEvent
    if (!announcement || !admit(byUuid, announcement, isDemo)) return
    if (hasAnnounced()) browser = undefined
    changed()
  }

  /** Lists a bare `window.ethereum` if no wallet has announced itself. */
  function tryBrowserWallet() {
    const provider = env.window.ethereum
    if (browser || hasAnnounced() || !isProvider(provider)) return
    browser = { ...BROWSER_WALLET, driver: createEvmDriver(provider) }
    onChange()
  }

  return {
    start() {
      env.window.addEventListener('eip6963:announceProvider', announced)
      env.window.addEventListener('ethereum#initialized', tryBrowserWallet)
      env.window.dispatchEvent(new Event('eip6963:requestProvider'))
    },
    found: (): FoundWallet[] => [...present(), ...(browser ? [browser] : [])],
    settle: tryBrowserWallet,
  }
}

const BROWSER_WALLET = {
  id: BROWSER_WALLET_ID,
  name: 'Browser wallet',
  icon: undefined,
  rdns: undefined,
  kind: 'browser',
} as const

/** Wallets repeat their announcement. Another provider with the same uuid may be an imitation, so both are dropped. */
function admit(byUuid: Map<string, Entry>, announcement: Announcement, isDemo: (provider: object) => boolean): boolean {
  const { uuid, provider, ...wallet } = announcement
  const { rdns } = wallet
  const before = byUuid.get(uuid)
  if (before?.dropped || before?.provider === provider) return false
  if (before) {
    console.warn('Two wallets announced themselves with the same uuid; both are left out.')
    byUuid.set(uuid, { ...before, dropped: true })
    return true
  }
  const kind = isDemo(provider) ? 'demo' : 'announced'
  const oneStep = rdns !== undefined && ONE_STEP.includes(rdns)
  const driver = createEvmDriver(provider, { oneStep })
  const listed = [...byUuid.values()].map(({ found }) => found)
  const found: FoundWallet = { id: uniqueId(rdns ?? 'wallet', listed), ...wallet, kind, driver }
  byUuid.set(uuid, { found, provider, dropped: false })
  return true
}
