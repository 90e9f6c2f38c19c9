import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { KeyValue } from '../env.ts'
import { isRecord, readJson, writeJson } from '../stored-json.ts'

type Stored = { keys: `0x${string}`[]; permitted: boolean }

const KEY = 'cs.demo-wallet'

export type Keyring = ReturnType<typeof createKeyring>

/** Throwaway keys in this browser's storage; the current account is first. */
export function createKeyring(storage: KeyValue | undefined) {
  let stored = read(storage)
  const store = (next: Stored) => {
    stored = next
    writeJson(storage, KEY, next)
  }
  if (stored.keys.length === 0) store({ ...stored, keys: [generatePrivateKey()] })
  const accounts = () => stored.keys.map((key) => privateKeyToAccount(key))
  return {
    accounts,
    find: (address: string) => accounts().find((account) => account.address.toLowerCase() === address.toLowerCase()),
    addAccount: () => store({ ...stored, keys: [generatePrivateKey(), ...stored.keys] }),
    nextAccount: () => store({ ...stored, keys: [...stored.keys.slice(1), ...stored.keys.slice(0, 1)] }),
    isPermitted: () => stored.permitted,
    permit: (permitted: boolean) => store({ ...stored, permitted }),
  }
}

function read(storage: KeyValue | undefined): Stored {
  const value = readJson(storage, KEY)
  const { keys, permitted } = isRecord(value) ? value : {}
  return { keys: Array.isArray(keys) ? keys.filter(isKey) : [], permitted: permitted === true }
}

function isKey(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)
}
