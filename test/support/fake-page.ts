/** Fakes of browser APIs for tests in process: timers, storage and tabs. */

import type { WalletPage } from './wallets/scripted-wallet.ts'

export type FakeTimers = {
  now(): number
  after(ms: number, run: () => void): () => void
  /** Advances the time and runs the timers that are due. */
  advance(ms: number): Promise<void>
}

export function fakeTimers(start = Date.UTC(2026, 0, 1)): FakeTimers {
  let now = start
  let due: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      due.push(timer)
      return () => {
        due = due.filter((other) => other !== timer)
      }
    },
    async advance(ms) {
      const end = now + ms
      await settled()
      for (;;) {
        const next = due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        due = due.filter((timer) => timer !== next)
        now = Math.max(now, next.at)
        next.run()
        await settled()
      }
      now = end
    },
  }
}

/** Waits until all pending microtasks and immediates have run. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 4; round++) await new Promise((resolve) => setImmediate(resolve))
}

export function fakeWindow(): WalletPage {
  return new EventTarget()
}

export function fakeStorage(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial))
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/** Storage that is blocked by the browser: every access throws. */
export function blockedStorage() {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  return { getItem: refuse, setItem: refuse, removeItem: refuse }
}

/** Several tabs of one browser: a message of one reaches all the others. */
export function fakeBus<Message>() {
  const tabs = new Set<{ listeners: Set<(message: Message) => void> }>()
  return {
    tab() {
      const tab = { listeners: new Set<(message: Message) => void>() }
      tabs.add(tab)
      return {
        post(message: Message) {
          for (const other of tabs) if (other !== tab) for (const listener of [...other.listeners]) listener(message)
        },
        subscribe(listener: (message: Message) => void) {
          tab.listeners.add(listener)
          return () => void tab.listeners.delete(listener)
        },
        dispose: () => void tabs.delete(tab),
      }
    },
  }
}

/** A list of listeners that a test can call. */
export function fakeSignal<Value = void>() {
  const listeners = new Set<(value: Value) => void>()
  return {
    subscribe(listener: (value: Value) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    fire(value: Value) {
      for (const listener of [...listeners]) listener(value)
    },
  }
}
