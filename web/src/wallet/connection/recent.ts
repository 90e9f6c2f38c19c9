import { RECENT_WALLETS } from '@countersign/contract/limits.ts'
import type { KeyValue } from '../env.ts'
import { isRecord, readJson, removeJson, writeJson } from '../stored-json.ts'

/** `away` after "Disconnect wallet": the wallet keeps its badge but is not restored. */
export type Recent = { id: string; name: string; away: boolean }

const KEY = 'cs.recent'

/** Latest first. */
export function readRecent(storage: KeyValue | undefined): Recent[] {
  const list = readJson(storage, KEY)
  return Array.isArray(list) ? list.filter(isRecent).slice(0, RECENT_WALLETS) : []
}

export function rememberRecent(storage: KeyValue | undefined, recent: Recent): void {
  const others = readRecent(storage).filter(({ id }) => id !== recent.id)
  writeJson(storage, KEY, [recent, ...others].slice(0, RECENT_WALLETS))
}

export function forgetRecent(storage: KeyValue | undefined): void {
  removeJson(storage, KEY)
}

function isRecent(value: unknown): value is Recent {
  if (!isRecord(value)) return false
  return typeof value.id === 'string' && typeof value.name === 'string' && typeof value.away === 'boolean'
}
