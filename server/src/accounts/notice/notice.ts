/** What a person should learn without looking for it, on every page they have open. */

import type { NoticeKind } from '@countersign/contract/routes/notice.ts'
import { truncateIp } from '../../audit/mask-ip.ts'
import type { RequestSource } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { createIdSequence } from '../../platform/crypto/id.ts'
import type { Queries } from '../../platform/store/database.ts'
import { insertNotice } from './notice.store.ts'

type Leaving = {
  personId: string
  kind: NoticeKind
  sessionId?: string
  source?: RequestSource
  wallet?: { id: string; address: string }
  until?: number
}

const newNoticeId = createIdSequence('ntc')

export function addNotice(context: Context, queries: Queries, leaving: Leaving): Promise<void> {
  const { personId, kind, sessionId, source, wallet, until } = leaving
  return insertNotice(queries, {
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
