/** Deletes old events from the start of the chain, and masks addresses before that. */

import type { Context } from '../context.ts'
import { firstIdAt } from '../platform/crypto/id.ts'
import { bytes, integer } from '../platform/store/row.ts'
import { cutChain, findAnchor, findSealedAfter, holdChain } from './hash-chain.store.ts'
import { truncateIp } from './mask-ip.ts'
import { findWholeAddresses, shortenAddress } from './purge-events.store.ts'

const BATCH = 500

/** What remains can still be verified from the anchor. */
export async function forgetEvents(context: Context, before: number): Promise<void> {
  while ((await forgetBatch(context, before)) === BATCH);
}

function forgetBatch({ store, now }: Context, before: number): Promise<number> {
  return store.transaction(async (queries) => {
    await holdChain(store, queries)
    const oldest = await findSealedAfter(queries, (await findAnchor(queries)).seq, BATCH)
    const kept = oldest.findIndex((event) => integer(event, 'at') >= before)
    const count = kept === -1 ? oldest.length : kept
    const last = oldest[count - 1]
    if (last) await cutChain(queries, { seq: integer(last, 'seq'), hash: bytes(last, 'hash') }, now())
    return count
  })
}

/** Only of sealed events, whose hash includes the address. */
export async function forgetEventAddresses({ store }: Context, before: number): Promise<void> {
  let shortened = BATCH
  while (shortened === BATCH) {
    shortened = await store.transaction(async (queries) => {
      const whole = await findWholeAddresses(queries, firstIdAt(before, 'evt'), BATCH)
      for (const { id, ip } of whole) await shortenAddress(queries, id, truncateIp(ip))
      return whole.length
    })
  }
}
