import type { Namespace } from '@countersign/contract/family/family.ts'
import type { WalletEnv } from '../env.ts'
import type { FoundWallet } from './found-wallet.ts'

/** `discoveries` of the chain families that may sign in. */
export type WalletsEnv = WalletEnv & { discoveries: readonly Discover[] }

/** How the wallets of a chain family are found; each family has one. */
export type Discover = (env: WalletEnv, host: DiscoveryHost) => FamilyDiscovery

export type DiscoveryHost = {
  changed(): void
  /** False while a wallet of another family is connected or being restored: no code is loaded for others then. */
  isNeeded(namespace: Namespace): boolean
  /** Whether it is the demo wallet, by the object that it announced. */
  isDemo(wallet: object): boolean
}

export type FamilyDiscovery = {
  start(): void
  found(): FoundWallet[]
  /** Code may be needed that was not before. */
  look?(): void
  /** True from when a wallet was noticed until it is listed. */
  isLoading?(): boolean
  /** Pending while code is being loaded. */
  loading?(): Promise<void> | undefined
  /** No wallet has announced itself for a while. */
  settle?(): void
}
