import { ANNOUNCE_WAIT_IN_APP_MS, ANNOUNCE_WAIT_MS, NO_WALLET_AFTER_MS } from '@countersign/contract/limits.ts'
import { readRecent } from '../connection/recent.ts'
import type { WalletOption } from '../wallet.ts'
import type { DiscoveryHost, WalletsEnv } from './discover.ts'
import { createDiscovery } from './discovery.ts'
import type { FoundWallet } from './found-wallet.ts'
import { extendRows, toOptions, type WalletRow } from './wallet-rows.ts'

export type WalletList = ReturnType<typeof createWalletList>

export function createWalletList(env: WalletsEnv, host: Omit<DiscoveryHost, 'isDemo'>) {
  const recents = readRecent(env.localStorage)
  const discovery = createDiscovery(env, { ...host, changed })
  let order: WalletRow[] | undefined
  let settled = false
  let ended = false
  let options: WalletOption[] = []

  function changed() {
    // Wallets that answer in the same task are sorted together.
    if (!order) env.timers.after(0, freezeWhenRecentsFound)
    refresh()
  }

  function freezeWhenRecentsFound() {
    if (discovery.isLoading()) return // or its wallets would follow the others
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
      order = extendRows(order, discovery.found(), { recents, locale: env.locale })
      options = toOptions(order, readRecent(env.localStorage))
    }
    host.changed()
  }

  async function settle({ last }: { last: boolean }) {
    discovery.settle()
    await discovery.loading()
    settled = true
    ended ||= last
    refresh()
  }

  return {
    start() {
      discovery.start()
      env.timers.after(ANNOUNCE_WAIT_MS, freeze)
      env.timers.after(NO_WALLET_AFTER_MS, () => void settle({ last: !env.announcesLate }))
      if (env.announcesLate) env.timers.after(ANNOUNCE_WAIT_IN_APP_MS, () => void settle({ last: true }))
    },
    /** In display order. Empty for at most 300 ms, until the order is settled; then wallets are only appended. */
    options: () => options,
    /** Another wallet or family was used last. */
    recentChanged: refresh,
    found: discovery.found,
    look: discovery.look,
    find: (id: string) => discovery.found().find((wallet) => wallet.id === id),
    /** Undefined if two wallets claim the same reverse domain name. */
    findUnambiguous(id: string): FoundWallet | undefined {
      const claimants = discovery.found().filter((wallet) => wallet.id === id || wallet.id.startsWith(`${id}#`))
      return claimants.length === 1 ? claimants[0] : undefined
    },
    /** The page may say that there is no wallet. */
    settled: () => settled,
    /** No late wallet is expected any more. */
    ended: () => ended,
  }
}
