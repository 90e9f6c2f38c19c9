/**
 * Requests that a wallet has not answered. Wallets offer no way to take one back: whatever was cancelled here, or asked
 * before a reload, still waits in the wallet in front of the next request.
 */

import { CHALLENGE_TTL_MS } from '@countersign/contract/limits.ts'
import type { KeyValue } from './env.ts'
import type { WalletLabel } from './wallet.ts'

type Label = Pick<WalletLabel, 'id' | 'name'>

export type OpenRequests = {
  /** Remembers a request until the wallet answers it. */
  track<T>(wallet: Label, answer: Promise<T>): Promise<T>
  /** Another page may have left a request in this wallet: this page before its reload, or another tab. */
  noteEarlier(wallet: Label): void
  /** Whether the wallet may show another request than the one that is waited for. */
  hasEarlier(walletId: string): boolean
  /** The wallet in which a request was open when this page was loaded. */
  leftOver(): string | undefined
}

const KEY = 'cs.request'

type World = { storage: KeyValue | undefined; now(): number; changed(): void }

export function createOpenRequests({ storage, now, changed }: World): OpenRequests {
  const open = new Set<{ id: string; at: number }>()
  let earlier = readRecord(storage, now())

  function settled(id: string, request: { id: string; at: number }) {
    open.delete(request)
    if (earlier?.id === id) earlier = undefined // the person has been through the wallet's requests
    if (open.size === 0) writeRecord(storage, undefined)
    changed()
  }

  return {
    track({ id, name }, answer) {
      const request = { id, at: now() }
      open.add(request)
      writeRecord(storage, { id, name, at: request.at })
      const settle = () => settled(id, request)
      answer.then(settle, settle)
      changed()
      return answer
    },
    noteEarlier({ id, name }) {
      earlier = { id, name, at: now() }
      changed()
    },
    hasEarlier(walletId) {
      const waiting = [...open].filter(({ id, at }) => id === walletId && isRecent(at, now())).length
      return waiting > 1 || (waiting === 1 && earlier?.id === walletId)
    },
    leftOver: () => earlier?.name,
  }
}

type RequestRecord = { id: string; name: string; at: number }

/** A message that was signed later than this would not count any more. */
function isRecent(at: number, now: number): boolean {
  return at <= now && now - at < CHALLENGE_TTL_MS
}

function writeRecord(storage: KeyValue | undefined, record: RequestRecord | undefined): void {
  try {
    if (record) storage?.setItem(KEY, JSON.stringify(record))
    else storage?.removeItem(KEY)
  } catch {
    // blocked: the hint is then missing after a reload
  }
}

function readRecord(storage: KeyValue | undefined, now: number): RequestRecord | undefined {
  try {
    const record: unknown = JSON.parse(storage?.getItem(KEY) ?? 'null')
    storage?.removeItem(KEY)
    return isRecord(record) && isRecent(record.at, now) ? record : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is RequestRecord {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, at } = value as { [key: string]: unknown } // each is checked below
  return typeof id === 'string' && typeof name === 'string' && typeof at === 'number'
}
