import * as contract from '@countersign/contract/routes/session.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import { forgetOwnDevice, listOwnDevices } from '../devices/list-devices.ts'
import { endAny, endOthers, endOwn, signOut } from '../end-session.ts'
import type { SessionRecord } from '../session-record.ts'
import { listLiveSessions, listOwnSessions } from './list-sessions.ts'

export const sessionListRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  authorize(contract.listSessions, ({ session }) => listOwnSessions(context, session)),

  authorize(contract.endOwnSession, async (call) => {
    const { exchange, session, params } = call
    if (params.id !== session.id) return endOwn(context, call, params.id)
    await signOut(context, { session, source: exchange.source })
    exchange.cookies.clear('session')
  }),

  authorize(contract.endOtherSessions, async (call) => ({ ended: await endOthers(context, call) })),

  authorize(contract.listDevices, ({ session }) =>
    listOwnDevices(context, { personId: session.person.id, sessionId: session.id }),
  ),

  authorize(contract.forgetDevice, ({ actor, params }) => forgetOwnDevice(context, actor, params.id)),

  authorize(contract.listAllSessions, ({ session, query: { person, ...paging } }) =>
    listLiveSessions(context, { current: session, paging, personId: person }),
  ),

  authorize(contract.endAnySession, (call) => endAny(context, call, call.params.id)),
]
