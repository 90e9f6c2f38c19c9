import type { LinkedProvider } from '../env.ts'
import { BASE, type Library, type LibraryEnv, wrapLibrary } from './provider.ts'

export type BaseAccountOptions = Omit<LibraryEnv, 'window'> & {
  url: string
  appName: string
}

/** What is used of `@base-org/account`, which an operator installs. */
export type CreateBaseAccountSdk = (options: {
  appName: string
  appChainIds: number[]
  preference: { walletUrl: string; telemetry: false }
}) => { getProvider(): Library }

export function createBaseAccount(
  createSdk: CreateBaseAccountSdk,
  { url, appName, ...env }: BaseAccountOptions,
): LinkedProvider {
  const sdk = createSdk({
    appName,
    appChainIds: [Number(BASE)],
    preference: { walletUrl: url, telemetry: false },
  })
  env.clearStorage()
  window.addEventListener('pagehide', env.clearStorage) // a request may be open then
  return wrapLibrary(sdk.getProvider(), { ...env, window })
}
