import type { KeyValue } from '../env.ts'
import { isRecord, readJson, removeJson, writeJson } from '../stored-json.ts'

const KEY = 'cs.walletconnect'

export type SessionStorage = {
  getKeys(): Promise<string[]>
  getEntries<T>(): Promise<[string, T][]>
  getItem<T>(key: string): Promise<T | undefined>
  setItem<T>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
}

/** Uses a single key, which can be removed without loading the library. Other tabs write it too, so it is read each time. */
export function createSessionStorage(storage: KeyValue | undefined): SessionStorage {
  let memory: Record<string, unknown> = {}
  const read = (): Record<string, unknown> => {
    const stored = readJson(storage, KEY)
    if (stored === undefined) return memory
    return isRecord(stored) ? stored : {}
  }
  const write = (next: Record<string, unknown>) => {
    memory = next
    writeJson(storage, KEY, next)
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
  removeJson(storage, KEY)
}
