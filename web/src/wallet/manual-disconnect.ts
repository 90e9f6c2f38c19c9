import type { KeyValue } from './env.ts'
import { readJson, removeJson, writeJson } from './stored-json.ts'

const KEY = 'cs.quiet'

/** After "Disconnect wallet", wallets that connect without a request are ignored in this tab until the next click. */
export type ManualDisconnect = { isSet(): boolean; set(): void; clear(): void }

export function createManualDisconnect(storage: KeyValue | undefined): ManualDisconnect {
  let isSet = readJson(storage, KEY) === 1
  return {
    isSet: () => isSet,
    set() {
      isSet = true
      writeJson(storage, KEY, 1)
    },
    clear() {
      isSet = false
      removeJson(storage, KEY)
    },
  }
}
