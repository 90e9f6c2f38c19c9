import type { KeyValue } from '../env.ts'

/** Everything that WalletConnect stores in this browser: the keys of its sessions. */
const KEY = 'cs.walletconnect'

/** The storage interface of the library. */
export type SessionStorage = {
  getKeys(): Promise<string[]>
  getEntries<T>(): Promise<[string, T][]>
  getItem<T>(key: string): Promise<T | undefined>
  setItem<T>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
}

/**
 * One key for everything, so that it can be removed without loading the library. Read each time: other tabs write it
 * too.
 */
export function createSessionStorage(storage: KeyValue | undefined): SessionStorage {
  let memory: Record<string, unknown> = {}
  const read = (): Record<string, unknown> => {
    try {
      if (!storage) return memory
      const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '{}')
      return typeof stored === 'object' && stored !== null ? { ...stored } : {}
    } catch {
      return memory
    }
  }
  const write = (next: Record<string, unknown>) => {
    memory = next
    try {
      storage?.setItem(KEY, JSON.stringify(next))
    } catch {
      // blocked or full: the session lasts as long as the page
    }
  }
  return {
    getKeys: async () => Object.keys(read()),
    getEntries: async <T>() => Object.entries(read()) as [string, T][], // as the library stored it
    getItem: async <T>(key: string) => read()[key] as T | undefined, // as the library stored it
    setItem: async (key, value) => write({ ...read(), [key]: value }),
    async removeItem(key) {
      const { [key]: _, ...rest } = read()
      write(rest)
    },
  }
}

export function clearSessions(storage: KeyValue | undefined): void {
  try {
    storage?.removeItem(KEY)
  } catch {
    // blocked: nothing was stored
  }
}
