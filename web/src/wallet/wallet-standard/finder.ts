/** Lists the wallets of a chain family; a chunk that is loaded when the first of them is noticed. */

import type { Namespace } from '@countersign/contract/family/family.ts'
import { ANNOUNCED_WALLETS_MAX } from '@countersign/contract/limits.ts'
import { type FoundWallet, uniqueId } from '../discovery/found-wallet.ts'
import type { WalletDriver } from '../driver.ts'
import { ignoreErrors } from '../untrusted.ts'
import { type FamilyModule, type InjectedWallet, readStandardWallet } from './standard-wallet.ts'

/** Whether each wallet is registered now. Wallets that unregister are kept, so that the limit holds. */
export type Registered = Map<object, boolean>

export type Finder = ReturnType<typeof createFinder>

export function createFinder(
  namespace: Namespace,
  family: FamilyModule,
  { registered, window, isDemo }: { registered: Registered; window: object; isDemo(wallet: object): boolean },
) {
  const standard = new Map<object, FoundWallet>()
  const injected = new Map<object, FoundWallet>()
  let found: FoundWallet[] = []

  function refresh(): boolean {
    for (const wallet of registered.keys()) if (!standard.has(wallet)) addStandard(wallet)
    const present = findInjected()
    for (const wallet of present) addInjected(wallet)
    const isPresent = (object: object) => present.some(({ provider }) => provider === object)
    const before = found
    found = [...standard, ...injected]
      .filter(([object]) => registered.get(object) || isPresent(object))
      .map(([, wallet]) => wallet)
    return found.length !== before.length || found.some((wallet, index) => wallet !== before[index])
  }

  function addStandard(object: object) {
    const wallet = readStandardWallet(object)
    if (!wallet || isNamed(injected, wallet.name)) return
    // A wallet that breaks the code of its family is left out; the others stay listed.
    const driver = ignoreErrors(() => family.openStandardWallet?.(wallet))
    if (driver) standard.set(object, { ...toFound(wallet, driver), ...(isDemo(object) ? { kind: 'demo' } : {}) })
  }

  function findInjected(): InjectedWallet[] {
    return ignoreErrors(() => family.findInjectedWallets?.(window)) ?? []
  }

  /** A wallet that is both registered and injected is listed once, as what was noticed first. */
  function addInjected(wallet: InjectedWallet) {
    const isListed = injected.has(wallet.provider) || isNamed(standard, wallet.name)
    if (!isListed && injected.size < ANNOUNCED_WALLETS_MAX)
      injected.set(wallet.provider, toFound(wallet, wallet.driver))
  }

  function toFound({ name, icon }: Pick<FoundWallet, 'name' | 'icon'>, driver: WalletDriver): FoundWallet {
    const id = uniqueId(`${namespace}:${name}`, [...standard.values(), ...injected.values()])
    return { id, name, icon, rdns: undefined, kind: 'announced', driver }
  }

  refresh()
  return { found: () => found, refresh }
}

function isNamed(wallets: Map<object, FoundWallet>, name: string): boolean {
  return [...wallets.values()].some((wallet) => wallet.name === name)
}
