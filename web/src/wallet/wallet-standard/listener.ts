/** Notices the wallets of a chain family, and loads its code when there is one. Part of the first load. */

import type { Namespace } from '@countersign/contract/family/family.ts'
import * as limits from '@countersign/contract/limits.ts'
import type { Discover } from '../discovery/discover.ts'
import { ignoreErrors } from '../untrusted.ts'
import type { Finder, Registered } from './finder.ts'
import type { FamilyModule } from './standard-wallet.ts'

export type FamilySource = {
  namespace: Namespace
  /** Of the names of the Wallet Standard features that belong to the family. */
  prefix: string
  /** Properties of `window` that tell of other wallets of the family. */
  globals?: readonly string[]
  load(): Promise<FamilyModule>
}

/** Wallets that are properties of `window` send no event. */
const LATE_LOOKS_MS = [limits.ANNOUNCE_WAIT_MS, limits.NO_WALLET_AFTER_MS, limits.ANNOUNCE_WAIT_IN_APP_MS]

const RETRY_MS = 3000

export function discoverLazily(source: FamilySource): Discover {
  return ({ window, timers }, { changed, isNeeded, isDemo }) => {
    const registered: Registered = new Map()
    let finder: Finder | undefined
    let loading: Promise<void> | undefined
    let retries = 3

    function look() {
      if (finder) {
        if (finder.refresh()) changed()
      } else if (!loading && isNeeded(source.namespace) && isNoticed(source, window, registered))
        loading = load().catch(() => {
          loading = undefined // the next wallet tries again, too
          if (retries-- > 0) timers.after(RETRY_MS, look)
        })
    }

    async function load() {
      const [{ createFinder }, family] = await Promise.all([import('./finder.ts'), source.load()])
      finder = createFinder(source.namespace, family, { registered, window, isDemo })
      changed()
    }

    const wallets = createRegistry(registered, look)

    return {
      start() {
        window.addEventListener('wallet-standard:register-wallet', wallets.ready)
        window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: wallets.api }))
        queueMicrotask(look) // after the restore has started
        for (const ms of source.globals ? LATE_LOOKS_MS : []) timers.after(ms, look)
      },
      found: () => finder?.found() ?? [],
      look,
      isLoading: () => loading !== undefined && !finder,
      loading: () => loading,
    }
  }
}

/** The page's side of the two events of the Wallet Standard. */
function createRegistry(registered: Registered, changed: () => void) {
  let isQueued = false

  function set(wallets: unknown[], isRegistered: boolean) {
    for (const wallet of wallets) {
      if (typeof wallet !== 'object' || wallet === null) continue
      if (registered.has(wallet) || registered.size < limits.ANNOUNCED_WALLETS_MAX) registered.set(wallet, isRegistered)
    }
    if (isQueued) return
    isQueued = true
    // Wallets that register in the same task are read together.
    queueMicrotask(() => {
      isQueued = false
      changed()
    })
  }

  const api = Object.freeze({
    register(...wallets: unknown[]) {
      set(wallets, true)
      return () => set(wallets, false)
    },
  })
  return {
    api,
    ready(event: Event) {
      const { detail } = event as CustomEvent<(page: typeof api) => void> // anything else than the standard's form throws
      ignoreErrors(() => detail(api))
    },
  }
}

function isNoticed({ prefix, globals }: FamilySource, window: object, registered: Registered): boolean {
  return globals?.some((key) => key in window) || [...registered.keys()].some((wallet) => hasFeature(wallet, prefix))
}

function hasFeature(wallet: object, prefix: string): boolean {
  const names = ignoreErrors(() => Object.keys(Reflect.get(wallet, 'features')))
  return names?.some((name) => name.startsWith(prefix)) === true
}
