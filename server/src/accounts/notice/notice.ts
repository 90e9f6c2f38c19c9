/** Notices about an account, shown on every open page of its person. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { NOTICE_KEPT_MS } from '@countersign/contract/limits.ts'
import type { Notice } from '@countersign/contract/routes/notice.ts'
import type { RequestSource } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { formatAddress } from '../../platform/crypto/address.ts'
import { firstIdAt } from '../../platform/crypto/id.ts'
import { maskIp, truncateIp } from '../../platform/ip-address.ts'
import type { Queries } from '../../platform/store/database.ts'
import * as store from './notice.store.ts'

export const touchPerson = store.touchPerson

export function addNotice(
  context: Context,
  queries: Queries,
  notice: store.NoticeContent & { source?: RequestSource | undefined },
): Promise<unknown> {
  const { source } = notice
  const origin = { device: source?.device, ip: source && truncateIp(source.ip) }
  return store.insertNotice(queries, { ...notice, ...origin, id: context.ids.notice(context), now: context.now() })
}

export async function listUnread(context: Context, reader: store.Reader): Promise<{ items: Notice[] }> {
  const found = await store.findUnread(context.store, reader)
  const items = found.map(({ at, ip, address, until, ...notice }) => ({
    ...notice,
    at: new Date(at).toISOString(),
    maskedIp: ip === null ? null : maskIp(ip),
    address: address === null ? null : formatAddress(address),
    until: until === null ? null : new Date(until).toISOString(),
  }))
  return { items }
}

type Reading = store.Reader & Pick<Acting, 'transaction'> & { id: string }

/** For all sessions of the same wallet. */
export function markRead(context: Context, { id, transaction, ...reader }: Reading): Promise<void> {
  const now = context.now()
  return transaction(async (queries) => {
    const outcome = await store.markNoticeRead(queries, { id, ...reader, now })
    if (outcome === 'unknown') throw new AppError('not_found')
    if (outcome === 'read') await touchPerson(queries, reader.personId, now)
  })
}

export async function purgeNotices({ now }: Context, queries: Queries): Promise<void> {
  await store.removeOldNotices(queries, firstIdAt(now() - NOTICE_KEPT_MS, 'ntc'))
}
