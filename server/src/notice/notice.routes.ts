import { listNotices, readNotice } from '@countersign/contract/notice.ts'
import type { Context } from '../context.ts'
import { authorizeRoute } from '../session/authorize-route.ts'
import type { SessionRecord } from '../session/session.store.ts'
import type { Reader } from './notice.store.ts'
import { listUnread, markRead } from './unread.ts'

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
