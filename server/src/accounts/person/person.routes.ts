import { exportData, getProfile, startDeletion, updateProfile } from '@countersign/contract/routes/person.ts'
import { authorizeRoute } from '../../access/authorize-route.ts'
import { deleteOwnAccount } from '../../admin/people/delete-account.ts'
import type { Context } from '../../context.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import type { Queries } from '../../platform/store/database.ts'
import { lockSession } from '../../session/lock-session.ts'
import type { SessionRecord } from '../../session/session.store.ts'
import { exportPerson } from './export-person.ts'
import { changeProfile, type Own, readProfile } from './profile.ts'

export const personRoutes = (context: Context) => [
  authorizeRoute(context, getProfile, ({ session }) => readProfile(context, session.person.id)),

  authorizeRoute(context, updateProfile, (call) =>
    changeProfile(context, { ...own(call), version: call.version }, call.body),
  ),

  authorizeRoute(context, exportData, (call) => exportPerson(context, own(call))),

  authorizeRoute(context, startDeletion, async (call) => {
    const { personId: actorId, sessionId, source } = own(call)
    const { phrase } = call.body
    const check = async (queries: Queries) => void (await lockSession(queries, call.session))
    const deleteAfter = await deleteOwnAccount(context, { actorId, sessionId, source, phrase, check })
    call.exchange.cookies.clear('session')
    return { deleteAfter: new Date(deleteAfter).toISOString() }
  }),
]

function own({ exchange, session }: { exchange: Exchange; session: SessionRecord }): Own {
  return { personId: session.person.id, sessionId: session.id, source: exchange.source }
}
