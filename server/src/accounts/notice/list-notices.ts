/** Unread notices of a person. */

import { AppError } from '@countersign/contract/errors.ts'
import type { Notice } from '@countersign/contract/routes/notice.ts'
import { maskIp } from '../../audit/mask-ip.ts'
import type { Context } from '../../context.ts'
import { checksumAddress } from '../../platform/crypto/ethereum-address.ts'
import { findUnread, markNoticeRead, type Reader, touchPerson } from './notice.store.ts'

/** The session that caused a notice does not list it. */
export async function listUnread(context: Context, reader: Reader): Promise<{ items: Notice[] }> {
  const found = await findUnread(context.store, reader)
  const items = found.map(({ id, kind, at, device, ip, address, walletId, until }) => ({
    id,
    kind,
    at: new Date(at).toISOString(),
    device,
    near: ip === null ? null : maskIp(ip),
    address: address === null ? null : checksumAddress(address),
    walletId,
    until: until === null ? null : new Date(until).toISOString(),
  }))
  return { items }
}

/** For all sessions of the same wallet. */
export function markRead(context: Context, { id, ...reader }: Reader & { id: string }): Promise<void> {
  const now = context.now()
  return context.store.transaction(async (queries) => {
    const outcome = await markNoticeRead(queries, { id, ...reader, now })
    if (outcome === 'unknown') throw new AppError('not_found')
    if (outcome === 'read') await touchPerson(queries, reader.personId, now)
  })
}
