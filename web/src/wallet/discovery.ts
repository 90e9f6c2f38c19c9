import type { WalletEnv } from './env.ts'
import { createEvmDiscovery } from './evm/discovery.ts'
import type { FoundWallet } from './found-wallet.ts'

export function createDiscovery(env: WalletEnv, onChange: () => void) {
  const evm = createEvmDiscovery(env, onChange)
  let linked: FoundWallet[] = []
  let loading: Promise<void> | undefined

  return {
    start() {
      evm.start()
      loading = env.loadLinked?.().then(
        (wallets) => {
          linked = wallets
          onChange()
        },
        () => undefined,
      )
    },
    found: (): FoundWallet[] => [...evm.found(), ...linked],
    /** Settles when the linked wallets are listed, or could not be loaded. */
    loading: () => loading,
    tryBrowserWallet: evm.tryBrowserWallet,
    stop: evm.stop,
  }
}
