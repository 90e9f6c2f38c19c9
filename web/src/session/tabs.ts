import type { KeyValue } from '../wallet/env.ts'
import { removeJson, writeJson } from '../wallet/stored-json.ts'
import { ignoreErrors } from '../wallet/untrusted.ts'

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
  subscribe(listener: (message: TabMessage) => void): void
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
  if (channel) channel.onmessage = ({ data }) => receive(data)
  else
    env.window.addEventListener('storage', (event) => {
      const { key, newValue } = event as StorageEvent // the type of every `storage` event
      if (key === BUS && newValue) receive(ignoreErrors((): unknown => JSON.parse(newValue)))
    })

  return {
    post(message) {
      if (channel) return channel.postMessage(message)
      // Where storage is blocked, the other tabs check when they become visible.
      writeJson(env.localStorage, BUS, message)
      removeJson(env.localStorage, BUS)
    },
    subscribe: (listener) => void listeners.add(listener),
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
