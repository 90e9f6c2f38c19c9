import { ANNOUNCED_WALLETS_MAX } from '@countersign/contract/limits.ts'
import { type Announcement, isProvider, readAnnouncement } from './announcement.ts'
import type { WalletEnv } from './env.ts'
import { BROWSER_WALLET_ID, type FoundWallet, ONE_STEP } from './found-wallet.ts'
import type { Provider } from './provider.ts'

type Entry = FoundWallet & { dropped: boolean }

export function createDiscovery(env: WalletEnv, onChange: () => void) {
  const byUuid = new Map<string, Entry>()
  let browser: FoundWallet | undefined
  let demo: Provider | undefined
  let linked: FoundWallet[] = []
  let loading: Promise<void> | undefined

  const present = () => [...byUuid.values()].filter(({ dropped }) => !dropped).map(({ dropped: _, ...found }) => found)
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
    if (!announcement || !admit(byUuid, announcement, demo)) return
    if (hasAnnounced()) browser = undefined
    changed()
  }

  /** Lists a bare `window.ethereum` if no wallet has announced itself. */
  function tryBrowserWallet() {
    const provider = env.window.ethereum
    if (browser || hasAnnounced() || !isProvider(provider)) return
    browser = { ...BROWSER_WALLET, provider }
    onChange()
  }

  return {
    start() {
      env.window.addEventListener('eip6963:announceProvider', announced)
      env.window.addEventListener('ethereum#initialized', tryBrowserWallet)
      env.window.dispatchEvent(new Event('eip6963:requestProvider'))
      loading = env.loadLinked?.().then((wallets) => {
        linked = wallets
        onChange()
      }, ignore)
      env.loadDemo?.().then((wallet) => {
        demo = wallet.provider
        wallet.announce()
      }, ignore)
    },
    found: (): FoundWallet[] => [...present(), ...(browser ? [browser] : []), ...linked],
    /** Settles when the linked wallets are listed, or could not be loaded. */
    loading: () => loading,
    tryBrowserWallet,
    stop() {
      env.window.removeEventListener('eip6963:announceProvider', announced)
      env.window.removeEventListener('ethereum#initialized', tryBrowserWallet)
    },
  }
}

const BROWSER_WALLET = {
  id: BROWSER_WALLET_ID,
  name: 'Browser wallet',
  icon: undefined,
  rdns: undefined,
  kind: 'browser',
  oneStep: false,
} as const

/** Wallets repeat their announcement. Another provider with the same uuid may be an imitation, so both are dropped. */
function admit(byUuid: Map<string, Entry>, announcement: Announcement, demo: unknown): boolean {
  const { uuid, ...wallet } = announcement
  const { rdns, provider } = wallet
  const before = byUuid.get(uuid)
  if (before?.dropped || before?.provider === provider) return false
  if (before) {
    console.warn('Two wallets announced themselves with the same uuid; both are left out.')
    byUuid.set(uuid, { ...before, dropped: true })
    return true
  }
  const kind = provider === demo ? 'demo' : 'announced'
  const oneStep = rdns !== undefined && ONE_STEP.includes(rdns)
  byUuid.set(uuid, { id: uniqueId(byUuid, rdns ?? 'wallet'), ...wallet, kind, oneStep, dropped: false })
  return true
}

/** Two wallets may share a reverse domain name: both are listed, and the second id gets a number. */
function uniqueId(byUuid: Map<string, Entry>, base: string): string {
  const taken = new Set([...byUuid.values()].map(({ id }) => id))
  let id = base
  for (let n = 2; taken.has(id); n++) id = `${base}#${n}`
  return id
}

function ignore() {}
