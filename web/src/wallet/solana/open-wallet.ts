/** Solana wallets that register with the Wallet Standard; a lazily loaded chunk. */

import type { FamilyWallet, StandardWallet } from '../wallet-standard/standard-wallet.ts'
import { includesMainnet } from './accounts.ts'
import { createSolanaDriver } from './driver.ts'
import { findFeature } from './ways.ts'

/** Undefined for a wallet that cannot connect or sign, and for one that lists other networks only. */
export function openStandardWallet(wallet: StandardWallet): FamilyWallet | undefined {
  const signIn = findFeature(wallet, 'solana:signIn', 'signIn')
  const canSign =
    signIn ||
    findFeature(wallet, 'solana:signMessage', 'signMessage') ||
    findFeature(wallet, 'solana:signOffchainMessage', 'signOffchainMessage')
  const chains = wallet.chains()
  if (!canSign || !findFeature(wallet, 'standard:connect', 'connect')) return undefined
  if (chains.length > 0 && !includesMainnet(chains)) return undefined
  return { driver: createSolanaDriver(wallet), oneStep: signIn !== undefined }
}
