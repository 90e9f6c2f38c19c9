import type { DemoWallet } from '../env.ts'
import type { DiscoveryHost, WalletsEnv } from './discover.ts'
import type { FoundWallet } from './found-wallet.ts'

export function createDiscovery(env: WalletsEnv, host: Omit<DiscoveryHost, 'isDemo'>) {
  let demo: DemoWallet | undefined
  const isDemo = (wallet: object) => wallet === demo?.provider || wallet === demo?.standard
  const families = env.discoveries.map((discover) => discover(env, { ...host, isDemo }))
  let linked: FoundWallet[] = []
  let loadingLinked: Promise<void> | undefined

  return {
    start() {
      for (const family of families) family.start()
      loadingLinked = env.loadLinked?.().then(
        (wallets) => {
          linked = wallets
          host.changed()
        },
        () => undefined,
      )
      env.loadDemo?.().then(
        (wallet) => {
          demo = wallet
          wallet.announce()
        },
        () => undefined,
      )
    },
    found: (): FoundWallet[] => [...families.flatMap((family) => family.found()), ...linked],
    look() {
      for (const family of families) family.look?.()
    },
    isLoading: () => families.some((family) => family.isLoading?.()),
    /** Settles when every wallet that was noticed is listed, or could not be loaded. */
    loading: () => Promise.all([loadingLinked, ...families.map((family) => family.loading?.())]),
    settle() {
      for (const family of families) family.settle?.()
    },
  }
}
