/** Notices about an account, shown on every open page of its person. */

import { NOTICE_KEPT_MS } from '@countersign/contract/limits.ts'
import type { NoticeKind } from '@countersign/contract/routes/notice.ts'
import { truncateIp } from '../../audit/mask-ip.ts'
import type { RequestSource } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { createIdSequence } from '../../platform/crypto/id.ts'
import type { Queries } from '../../platform/store/database.ts'
import * as store from './notice.store.ts'

type NewNotice = {
  personId: string
  kind: NoticeKind
  sessionId?: string
  source?: RequestSource
  wallet?: { id: string; address: string }
  until?: number
}

const newNoticeId = createIdSequence('ntc')

export function addNotice(context: Context, queries: Queries, notice: NewNotice): Promise<void> {
  const { personId, kind, sessionId, source, wallet, until } = notice
  return store.insertNotice(queries, {
    id: newNoticeId(context),
    personId,
    kind,
    sessionId: sessionId ?? null,
    device: source?.device ?? null,
    ip: source ? truncateIp(source.ip) : null,
    address: wallet?.address ?? null,
    walletId: wallet?.id ?? null,
    until: until ?? null,
    now: context.now(),
  })
}

/** Makes open pages of the person fetch their state again. */
export const touchPerson = store.touchPerson

export async function purgeNotices({ now }: Context, queries: Queries): Promise<void> {
  await store.removeOldNotices(queries, now() - NOTICE_KEPT_MS)
}
