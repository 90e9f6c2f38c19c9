import { createBaseAccountSDK } from '@base-org/account'
import type { LinkedProvider } from '../env.ts'
import { BASE, type Library, type LibraryEnv, wrapLibrary } from './provider.ts'

export type BaseAccountOptions = Omit<LibraryEnv, 'window'> & {
  url: string
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
  // The public type lacks `communicator`.
  return wrapLibrary(sdk.getProvider() as unknown as Library, { ...env, window })
}
