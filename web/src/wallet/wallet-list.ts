import { ANNOUNCE_WAIT_IN_APP_MS, ANNOUNCE_WAIT_MS, NO_WALLET_AFTER_MS } from '@countersign/contract/limits.ts'
import { createDiscovery } from './discovery.ts'
import type { WalletEnv } from './env.ts'
import type { FoundWallet } from './found-wallet.ts'
import { type Recent, readRecent } from './recent.ts'
import type { WalletOption } from './wallet.ts'

export type WalletList = ReturnType<typeof createWalletList>

export function createWalletList(env: WalletEnv, onChange: () => void) {
  const recents = readRecent(env.localStorage)
  const discovery = createDiscovery(env, changed)
  const cancels: (() => void)[] = []
  let order: string[] | undefined
  let settled = false
  let options: WalletOption[] = []

  function changed() {
    // Wallets that answer in the same task are sorted together.
    if (!order) cancels.push(env.timers.after(0, freezeWhenRecentsFound))
    refresh()
  }

  function freezeWhenRecentsFound() {
    const found = discovery.found()
    if (found.length > 0 && recents.every(({ id }) => found.some((wallet) => wallet.id === id))) freeze()
  }

  function freeze() {
    if (order) return
    order = []
    refresh()
  }

  function refresh() {
    if (order) {
      order = extendOrder(order, discovery.found(), { recents, locale: env.locale })
      options = toOptions(order, discovery.found(), recents)
    }
    onChange()
  }

  function settleWhenLoaded() {
    const loading = discovery.loading()
    if (loading) void loading.then(settle)
    else settle()
  }

  function settle() {
    settled = true
    discovery.tryBrowserWallet()
    refresh()
  }

  return {
    start() {
      discovery.start()
      const wait = env.announcesLate ? ANNOUNCE_WAIT_IN_APP_MS : ANNOUNCE_WAIT_MS
      cancels.push(env.timers.after(wait, freeze))
      cancels.push(env.timers.after(Math.max(wait, NO_WALLET_AFTER_MS), settleWhenLoaded))
    },
    /** In display order. Empty for at most 300 ms, until the order is settled; then wallets are only appended. */
    options: () => options,
    found: discovery.found,
    find: (id: string) => discovery.found().find((wallet) => wallet.id === id),
    /** Undefined if two wallets claim the same reverse domain name. */
    findUnambiguous(id: string): FoundWallet | undefined {
      const claimants = discovery.found().filter((wallet) => wallet.id === id || wallet.id.startsWith(`${id}#`))
      return claimants.length === 1 ? claimants[0] : undefined
    },
    settled: () => settled,
    stop() {
      discovery.stop()
      for (const cancel of cancels) cancel()
    },
  }
}

/** Listed wallets keep their position. New ones follow: installed before linked, recent ones first, then by name. */
function extendOrder(
  order: string[],
  found: FoundWallet[],
  by: { recents: Recent[]; locale: string | undefined },
): string[] {
  const rank = (wallet: FoundWallet) => {
    const recent = by.recents.findIndex(({ id }) => id === wallet.id)
    return recent === -1 ? by.recents.length : recent
  }
  const isLinked = (wallet: FoundWallet) => Number(wallet.kind === 'linked')
  const ids = new Set(found.map((wallet) => wallet.id))
  const added = found
    .filter((wallet) => !order.includes(wallet.id))
    .sort((a, b) => isLinked(a) - isLinked(b) || rank(a) - rank(b) || a.name.localeCompare(b.name, by.locale))
  return [...order.filter((id) => ids.has(id)), ...added.map((wallet) => wallet.id)]
}

function toOptions(order: string[], found: FoundWallet[], recents: Recent[]): WalletOption[] {
  const rows = order.flatMap((id) => found.filter((wallet) => wallet.id === id))
  const demoLast = [...rows.filter(({ kind }) => kind !== 'demo'), ...rows.filter(({ kind }) => kind === 'demo')]
  return demoLast.map(({ driver: _, link: __, ...wallet }) => ({
    ...wallet,
    recent: recents.some(({ id }) => id === wallet.id),
  }))
}
