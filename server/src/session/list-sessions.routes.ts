import {
  endAnySession,
  endOtherSessions,
  endOwnSession,
  listAllSessions,
  listSessions,
} from '@countersign/contract/routes/session.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import { endAny, endOthers, endOwn, signOut } from './end-session.ts'
import { listLiveSessions, listOwnSessions } from './list-sessions.ts'
import type { SessionRecord } from './session-record.ts'

export const sessionListRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  authorize(listSessions, ({ session }) => listOwnSessions(context, session)),

  authorize(endOwnSession, async ({ exchange, session, params }) => {
    const acting = { session, source: exchange.source }
    if (params.id !== session.id) return void (await endOwn(context, { ...acting, id: params.id }))
    await signOut(context, acting)
    exchange.cookies.clear('session')
    return undefined
  }),

  authorize(endOtherSessions, async ({ exchange, session }) => ({
    ended: await endOthers(context, { session, source: exchange.source }),
  })),

  authorize(listAllSessions, ({ session, query: { person, ...paging } }) =>
    listLiveSessions(context, { current: session, paging, personId: person }),
  ),

  authorize(endAnySession, async ({ exchange, session, params }) => {
    await endAny(context, { session, source: exchange.source, id: params.id })
    return undefined
  }),
]
