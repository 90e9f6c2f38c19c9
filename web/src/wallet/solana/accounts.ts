import { families, SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import type { StandardAccount, StandardWallet } from '../wallet-standard/standard-wallet.ts'

const MAINNET = ['solana:mainnet', `solana:${SOLANA_MAINNET}`]

export type SolanaAccounts = ReadonlyMap<string, StandardAccount>

/** The accounts on the main network by address, in the wallet's order. An account without chains has those of its wallet. */
export function filterMainnet(wallet: StandardWallet, accounts = wallet.accounts()): SolanaAccounts {
  const usable = accounts.filter(
    ({ address, chains }) =>
      families.solana.address.test(address) && includesMainnet(chains.length > 0 ? chains : wallet.chains()),
  )
  return new Map(usable.map((account) => [account.address, account]))
}

export function includesMainnet(chains: string[]): boolean {
  return MAINNET.some((chain) => chains.includes(chain))
}
