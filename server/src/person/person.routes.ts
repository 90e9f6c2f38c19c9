import { exportData, getProfile, startDeletion, updateProfile } from '@countersign/contract/person.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { deleteOwnAccount } from '../people/deletion.ts'
import { authorizeRoute } from '../session/authorize-route.ts'
import { placeOf } from '../session/browser-session.ts'
import { holdSession } from '../session/lock-session.ts'
import type { SessionRecord } from '../session/session.store.ts'
import type { Queries } from '../store/database.ts'
import { exportPerson } from './export.ts'
import { changeProfile, type Own, readProfile } from './profile.ts'

export const personRoutes = (context: Context) => [
  authorizeRoute(context, getProfile, ({ session }) => readProfile(context, session.person.id)),

  authorizeRoute(context, updateProfile, (call) =>
    changeProfile(context, { ...own(call), version: call.version }, call.body),
  ),

  authorizeRoute(context, exportData, (call) => exportPerson(context, own(call))),

  authorizeRoute(context, startDeletion, async (call) => {
    const { personId: actorId, sessionId, place } = own(call)
    const { phrase } = call.body
    const check = async (queries: Queries) => void (await holdSession(queries, call.session))
    const deleteAfter = await deleteOwnAccount(context, { actorId, sessionId, place, phrase, check })
    call.exchange.cookies.clear('session')
    return { deleteAfter: new Date(deleteAfter).toISOString() }
  }),
]

function own({ exchange, session }: { exchange: Exchange; session: SessionRecord }): Own {
  return { personId: session.person.id, sessionId: session.id, place: placeOf(exchange) }
}
