/**
 * Requests that a wallet has not answered. Wallets offer no way to cancel one: after a cancel or a reload of the page
 * it is still open in the wallet, in front of the next request.
 */

import { CHALLENGE_TTL_MS } from '@countersign/contract/limits.ts'
import type { KeyValue } from './env.ts'
import type { WalletLabel } from './wallet.ts'

type OpenRequest = Pick<WalletLabel, 'id' | 'name'> & { at: number }

export type OpenRequests = {
  /** Requests of this page. */
  open: ReadonlySet<OpenRequest>
  /** A request that was open when this page was loaded. */
  readonly earlier: OpenRequest | undefined
  /** Records a request until the wallet answers it. */
  track<T>(wallet: Omit<OpenRequest, 'at'>, answer: Promise<T>): Promise<T>
}

const KEY = 'cs.request'

type RequestsEnv = { storage: KeyValue | undefined; now(): number; changed(): void }

export function createOpenRequests({ storage, now, changed }: RequestsEnv): OpenRequests {
  const open = new Set<OpenRequest>()
  let earlier = takeRecord(storage, now())
  return {
    open,
    get earlier() {
      return earlier
    },
    track,
  }

  function track<T>({ id, name }: Omit<OpenRequest, 'at'>, answer: Promise<T>): Promise<T> {
    const request = { id, name, at: now() }
    const settle = () => {
      open.delete(request)
      if (earlier?.id === id) earlier = undefined // the wallet has shown its requests in order
      update()
    }
    open.add(request)
    answer.then(settle, settle)
    update()
    return answer
  }

  function update() {
    try {
      storage?.setItem(KEY, JSON.stringify([...open].at(-1) ?? null))
    } catch {
      // blocked: no hint after a reload
    }
    changed()
  }
}

/** The request that was open when the page was loaded, as long as its challenge can be valid. */
function takeRecord(storage: KeyValue | undefined, now: number): OpenRequest | undefined {
  try {
    const record: OpenRequest = JSON.parse(storage?.getItem(KEY) ?? 'null')
    storage?.removeItem(KEY)
    return typeof record.name === 'string' && now - record.at < CHALLENGE_TTL_MS ? record : undefined
  } catch {
    return undefined // nothing was open, or the record is invalid
  }
}
