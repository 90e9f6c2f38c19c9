import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { KeyValue } from '../env.ts'

/** Throw-away keys in this browser's storage. They protect nothing and are not meant to. */
export type Keyring = {
  /** The account in use first. */
  accounts(): PrivateKeyAccount[]
  find(address: string): PrivateKeyAccount | undefined
  addAccount(): void
  /** Puts the next account first. */
  turn(): void
  isPermitted(): boolean
  permit(allowed: boolean): void
}

type Kept = { keys: `0x${string}`[]; permitted: boolean }

const KEY = 'cs.demo-wallet'

export function createKeyring(storage: KeyValue | undefined): Keyring {
  let kept = read(storage)
  const keep = (next: Kept) => {
    kept = next
    try {
      storage?.setItem(KEY, JSON.stringify(next))
    } catch {
      // blocked: the keys then live as long as the page
    }
  }
  if (kept.keys.length === 0) keep({ ...kept, keys: [generatePrivateKey()] })
  const accounts = () => kept.keys.map((key) => privateKeyToAccount(key))
  return {
    accounts,
    find: (address) => accounts().find((account) => account.address.toLowerCase() === address.toLowerCase()),
    addAccount: () => keep({ ...kept, keys: [generatePrivateKey(), ...kept.keys] }),
    turn: () => keep({ ...kept, keys: [...kept.keys.slice(1), ...kept.keys.slice(0, 1)] }),
    isPermitted: () => kept.permitted,
    permit: (permitted) => keep({ ...kept, permitted }),
  }
}

function read(storage: KeyValue | undefined): Kept {
  try {
    const value: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}')
    const { keys, permitted } = value as Record<string, unknown> // each is checked below
    return { keys: Array.isArray(keys) ? keys.filter(isKey) : [], permitted: permitted === true }
  } catch {
    return { keys: [], permitted: false }
  }
}

function isKey(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)
}
