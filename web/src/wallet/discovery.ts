import { ANNOUNCED_WALLETS_MAX } from '@countersign/contract/limits.ts'
import { type Announcement, isProvider, readAnnouncement } from './announcement.ts'
import type { WalletEnv } from './env.ts'
import { BROWSER_WALLET_ID, type FoundWallet, ONE_STEP } from './found-wallet.ts'
import type { Provider } from './provider.ts'

export type Discovery = {
  /** Asks wallets to announce themselves, and listens for the life of the page. */
  start(): void
  found(): FoundWallet[]
  /** Ends when the rows of linked wallets are here, or cannot be had. */
  loading(): Promise<void> | undefined
  /** Takes a bare `window.ethereum` when no wallet has announced itself. */
  tryBrowserWallet(): void
  stop(): void
}

type Entry = FoundWallet & { dropped: boolean }

export function createDiscovery(env: WalletEnv, onChange: () => void): Discovery {
  const byUuid = new Map<string, Entry>()
  let browser: FoundWallet | undefined
  let demo: Provider | undefined
  let linked: FoundWallet[] = []
  let loading: Promise<void> | undefined

  const present = () => [...byUuid.values()].filter(({ dropped }) => !dropped).map(({ dropped: _, ...found }) => found)
  const someAnnounced = () => present().some(({ kind }) => kind === 'announced')

  /** The first is listed at once; however many follow in the same moment, the list is drawn once more. */
  let settling = false
  let more = false
  function changed() {
    if (settling) {
      more = true
      return
    }
    settling = true
    onChange()
    queueMicrotask(() => {
      settling = false
      if (more) onChange()
      more = false
    })
  }

  function announced(event: Event) {
    // Nobody has so many wallets: a script that announces more would only freeze the page.
    if (byUuid.size >= ANNOUNCED_WALLETS_MAX) return
    const announcement = readAnnouncement((event as CustomEvent<unknown>).detail) // EIP-6963 sends a CustomEvent
    if (!announcement || !admit(byUuid, announcement, demo)) return
    if (someAnnounced()) browser = undefined
    changed()
  }

  function tryBrowserWallet() {
    const provider = env.window.ethereum
    if (browser || someAnnounced() || !isProvider(provider)) return
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
    found: () => [...present(), ...(browser ? [browser] : []), ...linked],
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

/** Wallets repeat themselves when asked again; another provider under the same uuid is an imitation, so both go. */
function admit(byUuid: Map<string, Entry>, announcement: Announcement, demo: unknown): boolean {
  const { uuid, name, icon, rdns, provider } = announcement
  const before = byUuid.get(uuid)
  if (before?.dropped || before?.provider === provider) return false
  if (before) {
    console.warn('Two wallets announced themselves with the same uuid; both are left out.')
    byUuid.set(uuid, { ...before, dropped: true })
    return true
  }
  const kind = provider === demo ? 'demo' : 'announced'
  const oneStep = rdns !== undefined && ONE_STEP.includes(rdns)
  byUuid.set(uuid, { id: freeId(byUuid, rdns ?? 'wallet'), name, icon, rdns, kind, oneStep, provider, dropped: false })
  return true
}

/** Two wallets may share a reverse domain name; both are shown, and the second gets a number. */
function freeId(byUuid: Map<string, Entry>, wish: string): string {
  const taken = new Set([...byUuid.values()].map(({ id }) => id))
  let id = wish
  for (let n = 2; taken.has(id); n++) id = `${wish}#${n}`
  return id
}

function ignore() {}
