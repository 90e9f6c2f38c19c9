import type { Context } from '../context.ts'
import { firstIdAt } from '../platform/crypto/id.ts'
import { bytes, integer } from '../platform/store/row.ts'
import { findFullIps, storeTruncatedIp } from './event.store.ts'
import { findAnchor, findSealedAfter, lockChain, truncateChain } from './hash-chain.store.ts'
import { truncateIp } from './mask-ip.ts'

const BATCH = 500

/** Deletes from the start of the chain. The rest can still be verified from the anchor. */
export async function purgeEvents(context: Context, before: number): Promise<void> {
  while ((await purgeBatch(context, before)) === BATCH);
}

function purgeBatch({ store, now }: Context, before: number): Promise<number> {
  return store.transaction(async (queries) => {
    await lockChain(store, queries)
    const oldest = await findSealedAfter(queries, (await findAnchor(queries)).seq, BATCH)
    const firstKept = oldest.findIndex((event) => integer(event, 'at') >= before)
    const count = firstKept === -1 ? oldest.length : firstKept
    const last = oldest[count - 1]
    if (last) await truncateChain(queries, { seq: integer(last, 'seq'), hash: bytes(last, 'hash') }, now())
    return count
  })
}

/** Only of sealed events, whose hash includes the address. */
export async function truncateOldIps({ store }: Context, before: number): Promise<void> {
  let count = BATCH
  while (count === BATCH) {
    count = await store.transaction(async (queries) => {
      const events = await findFullIps(queries, firstIdAt(before, 'evt'), BATCH)
      for (const { id, ip } of events) await storeTruncatedIp(queries, id, truncateIp(ip))
      return events.length
    })
  }
}
