import { formatAccount } from '@countersign/contract/family/account.ts'
import type { AdminSession, SessionItem } from '@countersign/contract/routes/session.ts'
import type { PageOf, Paging } from '@countersign/contract/schemas/list.ts'
import { presentAddress } from '../../accounts/person/present-person.ts'
import type { Context } from '../../context.ts'
import { formatAddress } from '../../platform/crypto/address.ts'
import { maskIp } from '../../platform/ip-address.ts'
import { readPage } from '../../platform/list-page.ts'
import type { SessionRecord } from '../session-record.ts'
import * as store from './list-sessions.store.ts'

export type { ListedSession } from './list-sessions.store.ts'

export const { countLiveSessions, findLiveSessions } = store

export async function listOwnSessions(context: Context, current: SessionRecord): Promise<{ items: SessionItem[] }> {
  const found = await store.findLiveSessionsOf(context.store, { personId: current.person.id, now: context.now() })
  return { items: found.map((session) => presentItem(session, current.id)) }
}

export async function listLiveSessions(
  context: Context,
  { current, paging, personId }: { current: SessionRecord; paging: Paging; personId: string | undefined },
): Promise<PageOf<AdminSession>> {
  const { rows, nextCursor } = await readPage(paging, {
    cursorForm: /^ses_[0-9A-Z]{26}$/,
    read: ({ after, most }) =>
      store.findLiveSessions(context.store, { now: context.now(), personId, before: after, limit: most }),
  })
  const present = (session: store.ListedSession) => ({
    ...presentItem(session, current.id),
    person: presentAddress(session.person),
  })
  return { items: rows.map(present), nextCursor }
}

function presentItem({ id, wallet, device, phone, ip, ...times }: store.ListedSession, currentId: string): SessionItem {
  const { namespace, chain, ...shown } = wallet
  return {
    id,
    current: id === currentId,
    wallet: {
      ...shown,
      account: formatAccount(wallet),
      address: formatAddress(wallet.address),
    },
    device,
    phone: phone !== null,
    maskedIp: maskIp(ip),
    createdAt: new Date(times.createdAt).toISOString(),
    lastSeenAt: new Date(times.lastSeenAt).toISOString(),
    expiresAt: new Date(times.expiresAt).toISOString(),
  }
}
