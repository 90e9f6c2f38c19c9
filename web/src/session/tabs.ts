import type { KeyValue } from '../wallet/env.ts'

export type TabMessage =
  | { t: 'in'; person: string; sid: string; at: number }
  | { t: 'out'; person: string; sid: string; at: number }
  /** Every tab checks with the server; `reason` is shown when the server reports none. */
  | { t: 'ended'; sid: string; reason: EndedReason; at: number }
  | { t: 'wallet_gone'; at: number }

export type EndedReason = (typeof endedReasons)[number]
const endedReasons = ['signed_out_elsewhere', 'session_expired', 'session_revoked', 'wallet_changed'] as const

/** Messages between tabs. A message is a hint to check with the server, and is never trusted. */
export type Tabs = {
  post(message: TabMessage): void
  subscribe(listener: (message: TabMessage) => void): () => void
  dispose(): void
}

type TabsEnv = {
  /** Undefined in browsers without `BroadcastChannel`. */
  openChannel: (() => BroadcastChannel) | undefined
  localStorage: KeyValue | undefined
  window: EventTarget
}

const BUS = 'cs.bus'

export function createTabs(env: TabsEnv): Tabs {
  const listeners = new Set<(message: TabMessage) => void>()
  const channel = env.openChannel?.()

  const receive = (data: unknown) => {
    if (!isTabMessage(data)) return
    for (const listener of [...listeners]) listener(data)
  }
  const storageChanged = (event: Event) => {
    const { key, newValue } = event as StorageEvent // the type of every `storage` event
    if (key === BUS && newValue) receive(parse(newValue))
  }
  if (channel) channel.onmessage = ({ data }) => receive(data)
  else env.window.addEventListener('storage', storageChanged)

  return {
    post(message) {
      if (channel) return channel.postMessage(message)
      try {
        env.localStorage?.setItem(BUS, JSON.stringify(message))
        env.localStorage?.removeItem(BUS)
      } catch {
        // storage is blocked: the other tabs check when they become visible
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose() {
      listeners.clear()
      channel?.close()
      env.window.removeEventListener('storage', storageChanged)
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isTabMessage(value: unknown): value is TabMessage {
  if (typeof value !== 'object' || value === null) return false
  const { t, person, sid, reason, at } = value as Record<string, unknown> // each is checked below
  if (typeof at !== 'number') return false
  if (t === 'wallet_gone') return true
  if (t === 'ended') return typeof sid === 'string' && endedReasons.some((each) => each === reason)
  return (t === 'in' || t === 'out') && typeof person === 'string' && typeof sid === 'string'
}
