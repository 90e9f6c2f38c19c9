/** The scripted wallets of Solana and Bitcoin as a page gets them. */

import { installBitcoinProvider } from './bitcoin-provider.ts'
import type { FamilyWalletScript } from './family-script.ts'
import { createScriptedRequests } from './scripted-requests.ts'
import { installStandardWallet } from './standard-wallet.ts'
import { installUnisat } from './unisat-wallet.ts'

/** What a page runs before its own scripts. */
export function writeFamilyWallet(script: FamilyWalletScript): string {
  const install = { standard: installStandardWallet, btc_providers: installBitcoinProvider, unisat: installUnisat }
  const installer = install[script.kind]
  return `(() => {\n${createScriptedRequests}\n${installer}\n${installer.name}(${JSON.stringify(script)})\n})()`
}
