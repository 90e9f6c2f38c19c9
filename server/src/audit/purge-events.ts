import type { Context } from '../context.ts'
import { firstIdAt } from '../platform/crypto/id.ts'
import { truncateIp } from '../platform/ip-address.ts'
import { bytes, integer } from '../platform/store/row.ts'
import { findFullIps, storeTruncatedIp } from './event.store.ts'
import {
  findAnchor,
  findLastTruncated,
  findOldestUnsealed,
  findSealedAfter,
  lockChain,
  storeLastTruncated,
  truncateChain,
} from './hash-chain.store.ts'

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

/** Continues where it ended the last time. Only sealed events, whose hash includes the address. */
export async function truncateOldIps({ store, now }: Context, before: number): Promise<void> {
  let count = BATCH
  while (count === BATCH) {
    count = await store.transaction(async (queries) => {
      const end = [firstIdAt(before, 'evt'), await findOldestUnsealed(queries)]
        .filter((id) => id !== undefined)
        .reduce((a, b) => (a < b ? a : b))
      const from = await findLastTruncated(queries)
      const events = await findFullIps(queries, { from, before: end, limit: BATCH })
      for (const { id, ip } of events) await storeTruncatedIp(queries, { id, ip: truncateIp(ip) })
      const last = events.length < BATCH ? end : (events.at(-1)?.id ?? end)
      if (last > from) await storeLastTruncated(queries, last, now())
      return events.length
    })
  }
}
