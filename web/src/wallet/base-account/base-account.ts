import { createBaseAccountSDK } from '@base-org/account'
import type { LinkedProvider, Timers } from '../env.ts'
import { BASE, type Library, wrapLibrary } from './provider.ts'

export type BaseAccountOptions = {
  /** The wallet's own page. */
  url: string
  /** What the wallet calls this site. */
  appName: string
  timers: Timers
}

export function createBaseAccount({ url, appName, timers }: BaseAccountOptions): LinkedProvider {
  const library = createBaseAccountSDK({
    appName,
    appChainIds: [Number(BASE)],
    preference: { walletUrl: url, telemetry: false },
  })
  return wrapLibrary(library.getProvider() as unknown as Library, timers) // its type hides the window it opens
}
