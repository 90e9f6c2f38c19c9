/** Requests cannot be canceled: after a cancel or a reload, one is still open in the wallet, before the next. */

import { CHALLENGE_TTL_MS } from '@countersign/contract/limits.ts'
import type { KeyValue } from '../env.ts'
import { isRecord, readJson, removeJson, writeJson } from '../stored-json.ts'
import type { WalletLabel } from '../wallet.ts'

type OpenRequest = Pick<WalletLabel, 'id' | 'name'> & { at: number }

export type OpenRequests = ReturnType<typeof createOpenRequests>

const KEY = 'cs.request'

type RequestsEnv = { storage: KeyValue | undefined; now(): number; changed(): void }

export function createOpenRequests({ storage, now, changed }: RequestsEnv) {
  const open = new Set<OpenRequest>()
  let earlier = takeRecord(storage, now())
  return {
    open,
    /** A request that was open when this page was loaded. */
    get earlier() {
      return earlier
    },
    track,
    dropEarlier,
    /** The wallet was restarted, and has forgotten its requests. */
    dropAll(id: string) {
      dropEarlier(id)
      for (const request of open) if (request.id === id) open.delete(request)
      update()
    },
  }

  /** Wallets show their requests in order, so any answer comes after that to an earlier one. */
  function dropEarlier(id: string) {
    if (earlier?.id === id) earlier = undefined
  }

  function track<T>({ id, name }: Omit<OpenRequest, 'at'>, answer: Promise<T>): Promise<T> {
    const request = { id, name, at: now() }
    const settle = () => {
      open.delete(request)
      dropEarlier(id)
      update()
    }
    open.add(request)
    answer.then(settle, settle)
    update()
    return answer
  }

  function update() {
    writeJson(storage, KEY, [...open].at(-1) ?? null)
    changed()
  }
}

/** The request that was open when the page was loaded, while its challenge may be valid. */
function takeRecord(storage: KeyValue | undefined, now: number): OpenRequest | undefined {
  const record = readJson(storage, KEY)
  removeJson(storage, KEY)
  if (!isRecord(record)) return undefined
  const { id, name, at } = record
  if (typeof id !== 'string' || typeof name !== 'string' || typeof at !== 'number') return undefined
  return now - at < CHALLENGE_TTL_MS ? { id, name, at } : undefined
}
