import type { Context } from '../context.ts'
import { firstIdAt } from '../platform/crypto/id.ts'
import { truncateIp } from '../platform/ip-address.ts'
import { bytes, integer } from '../platform/store/row.ts'
import { findSetting, putSetting } from '../platform/store/setting.ts'
import { findFullIps, storeTruncatedIp } from './event.store.ts'
import * as store from './hash-chain.store.ts'

const BATCH = 500

/** Deletes from the start of the chain. The rest can still be verified from the anchor. */
export async function purgeEvents(context: Context, before: number): Promise<void> {
  while ((await purgeBatch(context, before)) === BATCH);
}

function purgeBatch(context: Context, before: number): Promise<number> {
  return context.store.transaction(async (queries) => {
    await store.lockChain(context.store, queries)
    const oldest = await store.findSealedAfter(queries, (await store.findAnchor(queries)).seq, BATCH)
    const firstKept = oldest.findIndex((event) => integer(event, 'at') >= before)
    const count = firstKept === -1 ? oldest.length : firstKept
    const last = oldest[count - 1]
    if (last)
      await store.truncateChain(queries, { seq: integer(last, 'seq'), hash: bytes(last, 'hash') }, context.now())
    return count
  })
}

/** Continues where it ended the last time. Only sealed events, whose hash includes the address. */
export async function truncateOldIps(context: Context, before: number): Promise<void> {
  let count = BATCH
  while (count === BATCH) {
    count = await context.store.transaction(async (queries) => {
      const end = [firstIdAt(before, 'evt'), await store.findOldestUnsealed(queries)]
        .filter((id) => id !== undefined)
        .reduce((a, b) => (a < b ? a : b))
      const from = (await findSetting(queries, 'activity_truncated')) ?? ''
      const events = await findFullIps(queries, { from, before: end, limit: BATCH })
      for (const { id, ip } of events) await storeTruncatedIp(queries, { id, ip: truncateIp(ip) })
      const last = events.length < BATCH ? end : (events.at(-1)?.id ?? end)
      if (last > from) await putSetting(queries, 'activity_truncated', last, context.now())
      return events.length
    })
  }
}
