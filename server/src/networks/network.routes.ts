import {
  createNetwork as createNetworkRoute,
  deleteNetwork as deleteNetworkRoute,
  listNetworks as listNetworksRoute,
  testNetwork as testNetworkRoute,
  updateNetwork as updateNetworkRoute,
} from '@countersign/contract/routes/admin/network.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import { changeNetwork, createNetwork, deleteNetwork, type InvalidateProofs } from './change-network.ts'
import { listNetworks, testNetwork } from './list-networks.ts'

export const networkRoutes = (context: Context, authorize: Authorize, invalidateProofs: InvalidateProofs) => [
  authorize(listNetworksRoute, () => listNetworks(context)),

  authorize(createNetworkRoute, ({ actor, version, body }) =>
    createNetwork(context, { ...actor, version }, { ...body, invalidateProofs }),
  ),

  authorize(updateNetworkRoute, ({ actor, version, params, body }) =>
    changeNetwork(context, { ...actor, version }, { id: params.id, change: body, invalidateProofs }),
  ),

  authorize(deleteNetworkRoute, ({ actor, version, params }) =>
    deleteNetwork(context, { ...actor, version }, params.id),
  ),

  authorize(testNetworkRoute, ({ params }) => testNetwork(context, params.id)),
]
