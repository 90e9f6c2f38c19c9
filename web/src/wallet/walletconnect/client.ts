/** What is used of `@walletconnect/sign-client`. It checks the form of namespaces; other values by wallets are `unknown`. */

import type { SessionStorage } from './store.ts'

export type SignClient = {
  init(options: {
    projectId: string
    relayUrl: string
    metadata: { name: string; description: string; url: string; icons: string[] }
    storage: SessionStorage
    telemetryEnabled: false
    logger: 'silent'
  }): Promise<Client>
}

export type Client = {
  core: {
    heartbeat: { stop(): void }
    pairing: { disconnect(params: { topic: string }): Promise<void> }
    relayer: Relayer
    verify: { register: () => Promise<string> }
  }
  /** Private in the type of the library. */
  engine: {
    deleteSession(params: { topic: string }): Promise<void>
    onSessionDeleteRequest(topic: string, request: unknown): Promise<void>
  }
  session: { readonly keys: string[]; getAll(): Session[] }
  connect(params: { optionalNamespaces: Namespaces<'chains' | 'methods' | 'events'> }): Promise<Proposal>
  request(params: {
    topic: string
    chainId: string
    request: { method: string; params: unknown }
    expiry: number
  }): Promise<unknown>
  disconnect(params: { topic: string; reason: { code: number; message: string } }): Promise<void>
  on(event: 'session_event', listener: (event: SessionEvent) => void): void
  on(event: SessionChange, listener: (event: { topic: string }) => void): void
}

export type Relayer = {
  provider: { on?(event: 'error', listener: () => void): unknown }
  on(event: 'relayer_error', listener: (error: unknown) => void): void
  off(event: 'relayer_error', listener: (error: unknown) => void): void
  transportClose(): Promise<void>
}

export type Session = {
  topic: string
  /** In seconds. */
  expiry: number
  namespaces: Namespaces<'accounts' | 'methods'>
  /** Metadata by the wallet. */
  peer: { metadata: unknown }
}

export type Namespaces<Lists extends string> = Record<string, Record<Lists, string[]>>

type Proposal = { uri?: string; approval(): Promise<Session> }
type SessionEvent = { topic: string; params: { event: { name: unknown; data: unknown } } }
type SessionChange = 'session_update' | 'session_connect' | 'session_delete' | 'session_expire'
