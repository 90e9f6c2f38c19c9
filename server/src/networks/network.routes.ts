import {
  createNetwork as createNetworkRoute,
  deleteNetwork as deleteNetworkRoute,
  listNetworks as listNetworksRoute,
  testNetwork as testNetworkRoute,
  updateNetwork as updateNetworkRoute,
} from '@countersign/contract/routes/admin/network.ts'
import { authorizeRoute } from '../access/authorize-route.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import type { SessionRecord } from '../session/session.store.ts'
import { type Changing, changeNetwork, createNetwork, deleteNetwork } from './change-network.ts'
import { listNetworks, testNetwork } from './list-networks.ts'

export const networkRoutes = (context: Context) => [
  authorizeRoute(context, listNetworksRoute, () => listNetworks(context)),

  authorizeRoute(context, createNetworkRoute, (call) => createNetwork(context, changing(call), call.body)),

  authorizeRoute(context, updateNetworkRoute, (call) =>
    changeNetwork(context, changing(call), { id: call.params.id, change: call.body }),
  ),

  authorizeRoute(context, deleteNetworkRoute, async (call) => {
    await deleteNetwork(context, changing(call), call.params.id)
    return undefined
  }),

  authorizeRoute(context, testNetworkRoute, ({ params }) => testNetwork(context, params.id)),
]

function changing(call: { exchange: Exchange; session: SessionRecord; version: number }): Changing {
  const { exchange, session, version } = call
  return { actorId: session.person.id, sessionId: session.id, source: exchange.source, version }
}
