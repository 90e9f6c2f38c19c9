import { families, SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import { readList, readProperty } from './read-property.ts'

const MAINNET = ['solana:mainnet', `solana:${SOLANA_MAINNET}`]

/** The accounts on the main network by address, in the wallet's order. An account without chains has those of its wallet. */
export function readMainnetAccounts(wallet: object, accounts = readList(wallet, 'accounts')): Map<string, object> {
  const found = new Map<string, object>()
  for (const account of accounts) {
    if (typeof account !== 'object' || account === null) continue
    const address = readProperty(account, 'address')
    const own = readList(account, 'chains')
    const chains = own.length > 0 ? own : readList(wallet, 'chains')
    if (typeof address !== 'string' || !families.solana.address.test(address)) continue
    if (MAINNET.some((chain) => chains.includes(chain))) found.set(address, account)
  }
  return found
}
