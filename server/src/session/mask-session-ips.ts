import { truncateIp } from '../audit/mask-ip.ts'
import type { Context } from '../context.ts'
import { firstIdAt } from '../platform/crypto/id.ts'
import { findWholeAddresses, type WholeAddresses, writeAddresses } from './mask-session-ips.store.ts'

const BATCH = 500

/** Truncates addresses last used before then. */
export async function forgetSessionAddresses({ store }: Context, before: number): Promise<void> {
  let after = ''
  for (;;) {
    const whole = await store.transaction(async (queries) => {
      const found = await findWholeAddresses(queries, { after, before: firstIdAt(before, 'ses'), most: BATCH })
      for (const session of found) await writeAddresses(queries, shorten(session, before))
      return found
    })
    if (whole.length < BATCH) return
    after = whole.at(-1)?.id ?? ''
  }
}

function shorten({ id, first, last, lastSeenAt }: WholeAddresses, before: number) {
  const used = lastSeenAt >= before
  return { id, first: truncateIp(first), last: used ? last : truncateIp(last), whole: used }
}
