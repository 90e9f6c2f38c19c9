import { listNotices, readNotice } from '@countersign/contract/routes/notice.ts'
import type { Authorize, Caller } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Reader } from './notice.store.ts'
import { listUnread, markRead } from './notice.ts'

export const noticeRoutes = (context: Context, authorize: Authorize) => [
  authorize(listNotices, ({ session }) => listUnread(context, readerOf(session))),

  authorize(readNotice, ({ actor: { transaction }, session, params }) =>
    markRead(context, { ...readerOf(session), id: params.id, transaction }),
  ),
]

function readerOf({ id, person, wallet }: Caller): Reader {
  return { personId: person.id, sessionId: id, walletId: wallet.id }
}
