import type { PublicConfig } from '@countersign/contract/routes/public.ts'
import { offerBaseAccount } from './base-account/offer.ts'
import type { Found } from './discovery.ts'
import type { WalletEnv } from './env.ts'
import { findLinked } from './linked.ts'
import { offerWalletConnect } from './walletconnect/offer.ts'

/** The wallets that the operator switched on, as rows: their own code comes with the click. */
export function offerLinked(config: PublicConfig, env: Pick<WalletEnv, 'localStorage' | 'timers'>): Found[] {
  const { name: appName, origin, baseAccount, walletConnect } = config
  const wallets = [
    ...(baseAccount ? [offerBaseAccount({ ...baseAccount, appName, timers: env.timers })] : []),
    ...(walletConnect ? [offerWalletConnect({ ...walletConnect, appName, origin, ...env })] : []),
  ]
  return wallets.map(findLinked)
}
