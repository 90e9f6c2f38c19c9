import { CONNECT_ABANDON_MS } from '@countersign/contract/limits.ts'
import type { KeyValue } from '../wallet/env.ts'

/** A request that was open in a wallet when the page was loaded anew; no library keeps that. */
export type AttemptRecord = { walletId: string; name: string; at: number }

const KEY = 'cs.attempt'

export function writeAttemptRecord(storage: KeyValue | undefined, record: AttemptRecord | undefined): void {
  try {
    if (record) storage?.setItem(KEY, JSON.stringify(record))
    else storage?.removeItem(KEY)
  } catch {
    // blocked: a reload then starts at the list
  }
}

export function readAttemptRecord(storage: KeyValue | undefined, now: number): AttemptRecord | undefined {
  try {
    const record: unknown = JSON.parse(storage?.getItem(KEY) ?? 'null')
    if (!isRecord(record)) return undefined
    return record.at <= now && now - record.at < CONNECT_ABANDON_MS ? record : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is AttemptRecord {
  if (typeof value !== 'object' || value === null) return false
  const { walletId, name, at } = value as Record<string, unknown> // each is checked below
  return typeof walletId === 'string' && typeof name === 'string' && typeof at === 'number'
}
