import type { PublicConfig } from '@countersign/contract/routes/public.ts'
import type { WalletEnv } from '../env.ts'
import type { Client, Relayer, SignClient } from './client.ts'
import { createProvider } from './provider.ts'
import { clearSessions, createSessionStorage } from './store.ts'

export type WalletConnectOptions = NonNullable<PublicConfig['walletConnect']> &
  Pick<PublicConfig, 'origin'> &
  Pick<WalletEnv, 'localStorage' | 'timers'> & { appName: string }

/** The relay is the only host that is contacted. */
export async function openWalletConnect(
  library: SignClient,
  options: WalletConnectOptions,
): Promise<ReturnType<typeof createProvider>> {
  const { projectId, relay, appName, origin, localStorage, timers } = options
  const client = await library.init({
    projectId,
    relayUrl: relay,
    metadata: { name: appName, description: appName, url: origin, icons: [] },
    storage: createSessionStorage(localStorage),
    telemetryEnabled: false,
    logger: 'silent',
  })
  // Would load a third-party frame, which our policy forbids.
  client.core.verify.register = async () => ''
  handleLateErrors(client.core.relayer)
  ignoreRepeatedDeletion(client)
  return createProvider(client, { timers, clearStorage: () => clearSessions(localStorage) })
}

/** A session that both sides end at once, or whose end arrives twice, is deleted again; those errors would be uncaught. */
export function ignoreRepeatedDeletion({ engine, session }: Client): void {
  const { deleteSession, onSessionDeleteRequest } = engine
  engine.deleteSession = async (params) => {
    if (session.keys.includes(params.topic)) await deleteSession(params)
  }
  engine.onSessionDeleteRequest = async (topic, request) => {
    if (session.keys.includes(topic)) await onSessionDeleteRequest(topic, request)
  }
}

/** The library listens to its latest connection only; an error of a replaced one would be uncaught. */
export function handleLateErrors(relayer: Relayer): void {
  let latest = relayer.provider
  const listen = () => latest.on?.('error', () => undefined) // an empty object before the first connection
  listen()
  Object.defineProperty(relayer, 'provider', {
    get: () => latest,
    set(next: Relayer['provider']) {
      latest = next
      listen()
    },
  })
}
