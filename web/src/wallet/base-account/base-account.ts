import { createBaseAccountSDK } from '@base-org/account'
import type { LinkedProvider } from '../env.ts'
import { BASE, type Library, type LibraryEnv, wrapLibrary } from './provider.ts'

export type BaseAccountOptions = Omit<LibraryEnv, 'window'> & {
  /** The wallet's own page. */
  url: string
  /** What the wallet calls this site. */
  appName: string
}

export function createBaseAccount({ url, appName, ...env }: BaseAccountOptions): LinkedProvider {
  const sdk = createBaseAccountSDK({
    appName,
    appChainIds: [Number(BASE)],
    preference: { walletUrl: url, telemetry: false },
  })
  env.clearStorage()
  window.addEventListener('pagehide', env.clearStorage) // a request may be open then
  // Its type hides the window it opens.
  return wrapLibrary(sdk.getProvider() as unknown as Library, { ...env, window })
}
