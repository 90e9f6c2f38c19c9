import { listNotices, readNotice } from '@countersign/contract/routes/notice.ts'
import { exportData, getProfile, updateProfile } from '@countersign/contract/routes/person.ts'
import type { Authorize, Caller } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../notice/notice.store.ts'
import { listUnread, markRead } from '../notice/notice.ts'
import { exportPerson } from './export-person.ts'
import { changeProfile, readProfile } from './profile.ts'

export const personRoutes = (context: Context, authorize: Authorize) => [
  authorize(getProfile, ({ session }) => readProfile(context, session.person.id)),

  authorize(updateProfile, ({ actor, body }) => changeProfile(context, actor, body)),

  authorize(exportData, ({ actor }) => exportPerson(context, actor)),

  authorize(listNotices, ({ session }) => listUnread(context, readerOf(session))),

  authorize(readNotice, ({ actor: { transaction }, session, params }) =>
    markRead(context, { ...readerOf(session), id: params.id, transaction }),
  ),
]

function readerOf({ id, person, wallet }: Caller): Reader {
  return { personId: person.id, sessionId: id, walletId: wallet.id }
}
