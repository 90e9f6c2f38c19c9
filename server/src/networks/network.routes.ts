import * as contract from '@countersign/contract/routes/admin/network.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import type { InvalidateProofs } from './change-network.ts'

/** What handles a request is imported with the first one, since few people are owners. */
export const networkRoutes = (context: Context, authorize: Authorize, invalidateProofs: InvalidateProofs) => [
  authorize(contract.listNetworks, async () => {
    const { listNetworks } = await import('./list-networks.ts')
    return listNetworks(context)
  }),

  authorize(contract.createNetwork, async ({ actor, body }) => {
    const { createNetwork } = await import('./change-network.ts')
    return createNetwork(context, actor, { ...body, invalidateProofs })
  }),

  authorize(contract.updateNetwork, async ({ actor, params, body }) => {
    const { changeNetwork } = await import('./change-network.ts')
    return changeNetwork(context, actor, { id: params.id, change: body, invalidateProofs })
  }),

  authorize(contract.deleteNetwork, async ({ actor, params }) => {
    const { deleteNetwork } = await import('./change-network.ts')
    return deleteNetwork(context, actor, params.id)
  }),

  authorize(contract.testNetwork, async ({ params }) => {
    const { testNetwork } = await import('./list-networks.ts')
    return testNetwork(context, params.id)
  }),
]
