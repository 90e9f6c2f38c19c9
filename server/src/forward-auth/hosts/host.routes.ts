import {
  createHost as createHostRoute,
  deleteHost as deleteHostRoute,
  listHosts as listHostsRoute,
  updateHost as updateHostRoute,
} from '@countersign/contract/routes/admin/host.ts'
import { createHostToken, deleteHostToken } from '@countersign/contract/routes/admin/host-token.ts'
import { authorizeRoute } from '../../access/authorize-route.ts'
import type { Context } from '../../context.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import type { SessionRecord } from '../../session/session.store.ts'
import { changeHost, createHost, deleteHost, listHosts } from './host.ts'
import { createToken, deleteToken } from './host-token.ts'
import type { Changing } from './record-host-change.ts'

export const hostRoutes = (context: Context) => [
  authorizeRoute(context, listHostsRoute, () => listHosts(context)),

  authorizeRoute(context, createHostRoute, (call) => createHost(context, changing(call), call.body)),

  authorizeRoute(context, updateHostRoute, (call) => {
    const { params, version, body } = call
    return changeHost(context, changing(call), { id: params.id, version, change: body })
  }),

  authorizeRoute(context, deleteHostRoute, async (call) => {
    const { params, version } = call
    await deleteHost(context, changing(call), { id: params.id, version })
    return undefined
  }),

  authorizeRoute(context, createHostToken, (call) =>
    createToken(context, changing(call), { hostId: call.params.id, ...call.body }),
  ),

  authorizeRoute(context, deleteHostToken, async (call) => {
    await deleteToken(context, changing(call), { hostId: call.params.id, id: call.params.tokenId })
    return undefined
  }),
]

function changing({ exchange, session }: { exchange: Exchange; session: SessionRecord }): Changing {
  return { actorId: session.person.id, sessionId: session.id, source: exchange.source }
}
