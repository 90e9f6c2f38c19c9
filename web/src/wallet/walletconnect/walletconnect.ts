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
  hearLateRefusals(client.core.relayer)
  return linkedProvider(client, { timers, forget: () => forgetLinks(localStorage) })
}

type Relayer = InstanceType<typeof SignClient>['core']['relayer']

/**
 * The library listens to its latest connection only. One that it has replaced may be refused after that, which would
 * be an error that nobody catches.
 */
export function hearLateRefusals(relayer: Relayer): void {
  let latest = relayer.provider
  const hear = () => latest.on?.('error', () => undefined) // before the first connection there is an empty object
  hear()
  Object.defineProperty(relayer, 'provider', {
    get: () => latest,
    set(next: Relayer['provider']) {
      latest = next
      hear()
    },
  })
}
