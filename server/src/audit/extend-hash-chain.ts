/** Events join the hash chain a moment after they happened: one sealer for all nodes, nobody waits for it. */

import { SEAL_EVERY_MS } from '@countersign/contract/limits.ts'
import type { Context } from '../context.ts'
import { text } from '../platform/store/row.ts'
import { findHead, findOldestUnsealed, findUnsealed, holdChain, joinChain } from './hash-chain.store.ts'
import { linkHash, personalHash } from './hash-chain.ts'
import { countEvents } from './statistics/count.ts'

const BATCH = 200

/** Returns what stops it, once the batch at hand is in. */
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

/** Seals all there is now. Returns how many events that were. */
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
