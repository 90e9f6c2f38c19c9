/** What a person has not been told yet. */

import { AppError } from '@countersign/contract/errors.ts'
import type { Notice } from '@countersign/contract/notice.ts'
import { nearOf } from '../activity/near.ts'
import type { Context } from '../context.ts'
import { checksumAddress } from '../proof/address.ts'
import { findUnread, markNoticeRead, touchPerson } from './notice.store.ts'

type Asking = { personId: string; sessionId: string }

/** Whoever caused it knows already: their own session does not tell them. */
export async function listUnread(context: Context, asking: Asking): Promise<{ items: Notice[] }> {
  const found = await findUnread(context.store, asking)
  const items = found.map(({ id, kind, at, device, ip, address, walletId, until }) => ({
    id,
    kind,
    at: new Date(at).toISOString(),
    device,
    near: ip === null ? null : nearOf(ip),
    address: address === null ? null : checksumAddress(address),
    walletId,
    until: until === null ? null : new Date(until).toISOString(),
  }))
  return { items }
}

/** Read on one page is read on all of them. One that was read before stays as it is. */
export function markRead(context: Context, { personId, id }: { personId: string; id: string }): Promise<void> {
  const now = context.now()
  return context.store.transaction(async (queries) => {
    const outcome = await markNoticeRead(queries, { id, personId, now })
    if (outcome === 'unknown') throw new AppError('not_found')
    if (outcome === 'read') await touchPerson(queries, personId, now)
  })
}
