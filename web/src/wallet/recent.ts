import { RECENT_WALLETS } from '@countersign/contract/limits.ts'
import type { KeyValue } from './env.ts'

/** A wallet used in this browser. `away` after "Disconnect wallet": it keeps its badge but is not restored. */
export type Recent = { id: string; name: string; away: boolean }

const KEY = 'cs.recent'

/** Latest first. Blocked or invalid storage counts as empty. */
export function readRecent(storage: KeyValue | undefined): Recent[] {
  try {
    const list: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter(isRecent).slice(0, RECENT_WALLETS) : []
  } catch {
    return []
  }
}

export function rememberRecent(storage: KeyValue | undefined, { id, name, away }: Recent): void {
  const rest = readRecent(storage).filter((recent) => recent.id !== id)
  try {
    storage?.setItem(KEY, JSON.stringify([{ id, name, away }, ...rest].slice(0, RECENT_WALLETS)))
  } catch {
    // full or blocked: no "Recent" badge next time
  }
}

export function forgetRecent(storage: KeyValue | undefined): void {
  try {
    storage?.removeItem(KEY)
  } catch {
    // blocked: nothing was stored
  }
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, away } = value as Record<string, unknown> // each is checked below
  return typeof id === 'string' && typeof name === 'string' && typeof away === 'boolean'
}
