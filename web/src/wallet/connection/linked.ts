import type { PublicConfig } from '@countersign/contract/routes/public.ts'
import { baseAccountWallet } from '../base-account/wallet.ts'
import { type FoundWallet, LINKED } from '../discovery/found-wallet.ts'
import type { LinkedProvider, LinkedWallet, WalletEnv } from '../env.ts'
import { createEvmDriver } from '../evm/driver.ts'
import { createProviderError, type Provider, revokePermissions, USER_REJECTED } from '../evm/provider.ts'
import type { LinkCode } from '../wallet.ts'
import { KnownProblemError } from '../wallet-error.ts'
import { walletConnectWallet } from '../walletconnect/wallet.ts'

/** The wallets that the operator enabled. */
export function listLinkedWallets(
  { name: appName, origin, baseAccount, walletConnect }: PublicConfig,
  env: Pick<WalletEnv, 'localStorage' | 'timers'>,
): FoundWallet[] {
  return [
    ...(baseAccount ? [baseAccountWallet({ ...baseAccount, appName, ...env })] : []),
    ...(walletConnect ? [walletConnectWallet({ ...walletConnect, appName, origin, ...env })] : []),
  ].map(createLinkedWallet)
}

/** The wallet's code is loaded by the first request to it: a click, or a restore. */
export function createLinkedWallet(wallet: LinkedWallet): FoundWallet {
  const listeners: [event: string, listener: (value: unknown) => void][] = []
  let loaded: LinkedProvider | undefined
  let loading: Promise<LinkedProvider> | undefined
  let cancellations = 0

  async function load(): Promise<LinkedProvider> {
    try {
      const linked = await wallet.load()
      for (const [event, listener] of listeners) linked.on(event, listener)
      loaded = linked
      return linked
    } catch (error) {
      loading = undefined // the next click tries again
      throw new KnownProblemError({ code: 'wallet/not_loaded', remedy: 'try_again' }, error)
    }
  }

  const provider: Provider = {
    async request(args) {
      if (wallet.keepsNothing && !loaded && args.method === 'eth_accounts') return []
      const before = cancellations
      loading ??= load()
      const linked = await loading
      if (before !== cancellations) throw createProviderError(USER_REJECTED, 'The request was canceled.')
      return linked.request(args)
    },
    on(event, listener) {
      if (loaded) loaded.on(event, listener)
      else listeners.push([event, listener])
    },
  }
  const { id, name, icon, rdns, oneStep } = wallet
  return {
    ...{ id: `${LINKED}${id}`, name, icon, rdns, kind: 'linked', driver: createEvmDriver(provider, { oneStep }) },
    link: {
      cancel() {
        cancellations++
        loaded?.cancel?.()
      },
      appLink: () => loaded?.appLink?.(),
      onCode: (listener) => provider.on?.('code', (code) => listener(code as LinkCode)), // only our adapters emit one
      forget() {
        wallet.forget?.()
        if (loaded) revokePermissions(loaded).catch(() => undefined)
      },
    },
  }
}
