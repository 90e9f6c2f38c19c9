import { listNotices, readNotice } from '@countersign/contract/routes/notice.ts'
import { authorizeRoute } from '../../access/authorize-route.ts'
import type { Context } from '../../context.ts'
import type { SessionRecord } from '../../session/session.store.ts'
import { listUnread, markRead } from './list-notices.ts'
import type { Reader } from './notice.store.ts'

export const noticeRoutes = (context: Context) => [
  authorizeRoute(context, listNotices, ({ session }) => listUnread(context, readerOf(session))),

  authorizeRoute(context, readNotice, async ({ session, params }) => {
    await markRead(context, { ...readerOf(session), id: params.id })
    return undefined
  }),
]

function readerOf({ id, person, wallet }: SessionRecord): Reader {
  return { personId: person.id, sessionId: id, walletId: wallet.id }
}
