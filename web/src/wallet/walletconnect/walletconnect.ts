import { SignClient } from '@walletconnect/sign-client'
import type { KeyValue, Timers } from '../env.ts'
import { linkedProvider } from './provider.ts'
import { createLinkStore, forgetLinks } from './store.ts'

export type WalletConnectOptions = {
  projectId: string
  /** Where the messages of both ends meet. */
  relay: string
  /** What wallets call this site. */
  appName: string
  origin: string
  localStorage: KeyValue | undefined
  timers: Timers
}

/** Links with a wallet on another device. The relay is the only host that hears of it. */
export async function openWalletConnect(options: WalletConnectOptions): Promise<ReturnType<typeof linkedProvider>> {
  const { projectId, relay, appName, origin, localStorage, timers } = options
  const client = await SignClient.init({
    projectId,
    relayUrl: relay,
    metadata: { name: appName, description: appName, url: origin, icons: [] },
    storage: createLinkStore(localStorage),
    telemetryEnabled: false,
    logger: 'silent',
  })
  // It would ask a third party, in a frame our policy forbids, whether this site is who it says.
  client.core.verify.register = async () => ''
  return linkedProvider(client, { timers, forget: () => forgetLinks(localStorage) })
}
