import { type Namespace, namespaces } from '@countersign/contract/family/family.ts'
import { generatePrivateKey } from 'viem/accounts'
import type { KeyValue } from '../env.ts'
import { isRecord, readJson, writeJson } from '../stored-json.ts'

type Stored = { keys: `0x${string}`[]; permitted: Namespace[] }

const KEY = 'cs.demo-wallet'

export type Keyring = ReturnType<typeof createKeyring>

/** Throwaway keys in this browser's storage; the current account is first. Each family derives its own keys from them. */
export function createKeyring(storage: KeyValue | undefined) {
  let stored = read(storage)
  const listeners = new Set<() => void>()
  const store = (next: Stored) => {
    stored = next
    writeJson(storage, KEY, next)
  }
  const change = (keys: Stored['keys']) => {
    store({ ...stored, keys })
    for (const listener of [...listeners]) listener()
  }
  if (stored.keys.length === 0) store({ ...stored, keys: [generatePrivateKey()] })
  return {
    keys: () => stored.keys,
    addAccount: () => change([generatePrivateKey(), ...stored.keys]),
    nextAccount: () => change([...stored.keys.slice(1), ...stored.keys.slice(0, 1)]),
    /** Called when the person adds or chooses an account. */
    onChange: (listener: () => void) => void listeners.add(listener),
    isPermitted: (namespace: Namespace) => stored.permitted.includes(namespace),
    permit(namespace: Namespace, allowed: boolean) {
      const others = stored.permitted.filter((each) => each !== namespace)
      store({ ...stored, permitted: allowed ? [...others, namespace] : others })
    },
  }
}

function read(storage: KeyValue | undefined): Stored {
  const value = readJson(storage, KEY)
  const { keys, permitted } = isRecord(value) ? value : {}
  return {
    keys: Array.isArray(keys) ? keys.filter(isKey) : [],
    permitted: Array.isArray(permitted) ? namespaces.filter((namespace) => permitted.includes(namespace)) : [],
  }
}

function isKey(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)
}
