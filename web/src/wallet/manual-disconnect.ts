import type { KeyValue } from './env.ts'

const KEY = 'cs.quiet'

/** Set by "Disconnect wallet": wallets that connect without a request are ignored in this tab until the next click (R6). */
export type ManualDisconnect = { isSet(): boolean; set(): void; clear(): void }

export function createManualDisconnect(storage: KeyValue | undefined): ManualDisconnect {
  let isSet = attempt(() => storage?.getItem(KEY) === '1') ?? false
  return {
    isSet: () => isSet,
    set() {
      isSet = true
      attempt(() => storage?.setItem(KEY, '1'))
    },
    clear() {
      isSet = false
      attempt(() => storage?.removeItem(KEY))
    },
  }
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined // storage is blocked: the flag lasts as long as the page
  }
}
