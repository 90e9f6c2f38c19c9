/** The libraries that an operator may install, in test/wallets. Without what they depend on, which their scripts contain. */

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { walletLibraries } from '@countersign/contract/wallet-library.ts'

export const INSTALLED_LIBRARIES = join(import.meta.dirname, '..', '..', 'wallets', 'node_modules')

const { walletConnect } = walletLibraries
const script = join(INSTALLED_LIBRARIES, walletConnect.package, walletConnect.file)

/** The file that the page loads. The caller knows which side of it is used. */
export function readSignClient<Client>(): { init(options: object): Promise<Client> } {
  return createRequire(import.meta.url)(script).SignClient
}
