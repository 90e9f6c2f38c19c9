import type { PublicConfig } from '@countersign/contract/routes/public.ts'
import { baseAccountWallet } from './base-account/wallet.ts'
import type { WalletEnv } from './env.ts'
import type { FoundWallet } from './found-wallet.ts'
import { createLinkedWallet } from './linked.ts'
import { walletConnectWallet } from './walletconnect/wallet.ts'

/** The wallets that the operator enabled. Their own code is loaded by the click. */
export function listLinkedWallets(
  config: PublicConfig,
  env: Pick<WalletEnv, 'localStorage' | 'timers'>,
): FoundWallet[] {
  const { name: appName, origin, baseAccount, walletConnect } = config
  return [
    ...(baseAccount ? [baseAccountWallet({ ...baseAccount, appName, ...env })] : []),
    ...(walletConnect ? [walletConnectWallet({ ...walletConnect, appName, origin, ...env })] : []),
  ].map(createLinkedWallet)
}
