/** Adds recorded events to the hash chain, in the background and on one node at a time. */

import { SEAL_EVERY_MS } from '@countersign/contract/limits.ts'
import type { Context } from '../context.ts'
import { text } from '../platform/store/row.ts'
import { findHead, findOldestUnsealed, findUnsealed, holdChain, joinChain } from './hash-chain.store.ts'
import { linkHash, personalHash } from './hash-chain.ts'
import { countEvents } from './statistics/count.ts'

const BATCH = 200

/** Returns a function that stops it after the current batch. */
export function startSealer(context: Context): () => Promise<void> {
  let sealing: Promise<unknown> | undefined
  const timer = setInterval(() => {
    sealing ??= seal(context)
      .catch((error) => context.log.warn('audit log sealing failed', { reason: String(error) }))
      .finally(() => {
        sealing = undefined
      })
  }, SEAL_EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await sealing
  }
}

/** Returns how many events were sealed. */
export async function seal(context: Context): Promise<number> {
  let sealed = 0
  while ((await findOldestUnsealed(context.store)) !== undefined) {
    const count = await sealBatch(context)
    sealed += count
    if (count < BATCH) break
  }
  return sealed
}

function sealBatch({ store }: Context): Promise<number> {
  return store.transaction(async (queries) => {
    await holdChain(store, queries)
    const events = await findUnsealed(queries, BATCH)
    let head = await findHead(queries)
    for (const event of events) {
      const personal = personalHash(event)
      head = { seq: head.seq + 1, hash: linkHash(head, event, personal) }
      await joinChain(queries, text(event, 'id'), { ...head, personal })
    }
    await countEvents(queries, events)
    return events.length
  })
}
