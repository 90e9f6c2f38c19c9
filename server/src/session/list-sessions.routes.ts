import {
  endAnySession,
  endOtherSessions,
  endOwnSession,
  listAllSessions,
  listSessions,
} from '@countersign/contract/routes/session.ts'
import { authorizeRoute } from '../access/authorize-route.ts'
import type { Context } from '../context.ts'
import { endAny, endOthers, endOwn, signOut } from './end-session.ts'
import { listLiveSessions, listOwnSessions } from './list-sessions.ts'

export const sessionListRoutes = (context: Context) => [
  authorizeRoute(context, listSessions, ({ session }) => listOwnSessions(context, session)),

  authorizeRoute(context, endOwnSession, async ({ exchange, session, params }) => {
    const acting = { session, source: exchange.source }
    if (params.id !== session.id) return void (await endOwn(context, { ...acting, id: params.id }))
    await signOut(context, acting)
    exchange.cookies.clear('session')
    return undefined
  }),

  authorizeRoute(context, endOtherSessions, async ({ exchange, session }) => ({
    ended: await endOthers(context, { session, source: exchange.source }),
  })),

  authorizeRoute(context, listAllSessions, ({ session, query: { person, ...paging } }) =>
    listLiveSessions(context, { current: session, paging, personId: person }),
  ),

  authorizeRoute(context, endAnySession, async ({ exchange, session, params }) => {
    await endAny(context, { session, source: exchange.source, id: params.id })
    return undefined
  }),
]
