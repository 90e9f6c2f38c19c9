import type { KeyValue } from '../env.ts'

/** All that WalletConnect keeps in this browser: the keys of its links. */
const KEY = 'cs.walletconnect'

/** What the library asks of a storage. */
export type LinkStore = {
  getKeys(): Promise<string[]>
  getEntries<T>(): Promise<[string, T][]>
  getItem<T>(key: string): Promise<T | undefined>
  setItem<T>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
}

/**
 * Everything under one name, so that forgetting is one removal and needs none of the library. Read anew each time:
 * other tabs write it too.
 */
export function createLinkStore(storage: KeyValue | undefined): LinkStore {
  let memory: Record<string, unknown> = {}
  const read = (): Record<string, unknown> => {
    try {
      if (!storage) return memory
      const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '{}')
      return typeof kept === 'object' && kept !== null ? { ...kept } : {}
    } catch {
      return memory
    }
  }
  const write = (next: Record<string, unknown>) => {
    memory = next
    try {
      storage?.setItem(KEY, JSON.stringify(next))
    } catch {
      // blocked or full: the link then lives as long as the page
    }
  }
  return {
    getKeys: async () => Object.keys(read()),
    getEntries: async <T>() => Object.entries(read()) as [string, T][], // whoever put it there knows what it is
    getItem: async <T>(key: string) => read()[key] as T | undefined, // the same
    setItem: async (key, value) => write({ ...read(), [key]: value }),
    async removeItem(key) {
      const { [key]: _, ...rest } = read()
      write(rest)
    },
  }
}

export function forgetLinks(storage: KeyValue | undefined): void {
  try {
    storage?.removeItem(KEY)
  } catch {
    // blocked: there is nothing to forget
  }
}
