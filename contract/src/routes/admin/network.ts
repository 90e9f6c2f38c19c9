import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/network.ts'

export type { Endpoint, Network } from '../../schemas/admin/network.ts'

export const listNetworks = defineRoute<typeof schemas.listNetworks>()('GET /api/admin/networks', {
  permission: 'networks',
})

/** Each endpoint must answer with the chain id first. */
export const createNetwork = defineRoute<typeof schemas.createNetwork>()('POST /api/admin/networks', {
  permission: 'networks',
  stepUp: { action: 'networks.write', target: ['chainId'] },
  status: 201,
  errors: ['network_wrong_chain', 'rpc_unavailable', 'network_exists'],
})

export const updateNetwork = defineRoute<typeof schemas.updateNetwork>()('PATCH /api/admin/networks/:id', {
  permission: 'networks',
  stepUp: { action: 'networks.write', target: ['id'] },
  versioned: true,
  errors: ['network_wrong_chain', 'rpc_unavailable'],
})

/** Sessions of contract wallets on it can still read, and do nothing sensitive. */
export const deleteNetwork = defineRoute()('DELETE /api/admin/networks/:id', {
  permission: 'networks',
  stepUp: { action: 'networks.write', target: ['id'] },
  versioned: true,
  status: 204,
})

export const testNetwork = defineRoute<typeof schemas.testNetwork>()('POST /api/admin/networks/:id/test', {
  permission: 'networks',
})
