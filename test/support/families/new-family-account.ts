import type { Namespace } from '@countersign/contract/family/family.ts'
import { newAccount } from '../server/http-browser.ts'
import { newBitcoinAccount } from './bitcoin.ts'
import type { FamilyAccount } from './family-account.ts'
import { newSolanaAccount } from './solana.ts'

/** The next account of this test file in a chain family, the same in every run. */
export function newFamilyAccount(namespace: Namespace): FamilyAccount {
  if (namespace === 'solana') return newSolanaAccount()
  if (namespace === 'bip122') return newBitcoinAccount()
  const account = newAccount()
  return {
    namespace: 'eip155',
    chain: '1',
    address: account.address,
    sign: async (message) => ({ signature: await account.signMessage({ message }) }),
  }
}
