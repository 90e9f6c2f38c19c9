import type { KeyValue } from './env.ts'

const KEY = 'cs.quiet'

/** Set by "Disconnect wallet": wallets that connect by themselves are ignored in this tab until the next click. */
export type Quiet = { isSet(): boolean; set(): void; clear(): void }

export function createQuiet(storage: KeyValue | undefined): Quiet {
  let quiet = attempt(() => storage?.getItem(KEY) === '1') ?? false
  return {
    isSet: () => quiet,
    set() {
      quiet = true
      attempt(() => storage?.setItem(KEY, '1'))
    },
    clear() {
      quiet = false
      attempt(() => storage?.removeItem(KEY))
    },
  }
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined // blocked: the flag then lives as long as the page
  }
}
