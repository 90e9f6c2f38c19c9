import { listNotices, readNotice } from '@countersign/contract/notice.ts'
import type { Context } from '../context.ts'
import { guarded } from '../session/guarded.ts'
import { listUnread, markRead } from './unread.ts'

export const noticeRoutes = (context: Context) => [
  guarded(context, listNotices, ({ session }) =>
    listUnread(context, { personId: session.person.id, sessionId: session.id }),
  ),

  guarded(context, readNotice, async ({ session, params }) => {
    await markRead(context, { personId: session.person.id, id: params.id })
    return undefined
  }),
]
