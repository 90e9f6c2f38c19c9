import { HOST_BODY_MAX_BYTES } from '../../limits/app-limits.ts'
import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/host.ts'

export type { Host, HostToken } from '../../schemas/admin/host.ts'

export const listHosts = defineRoute<typeof schemas.listHosts>()({
  method: 'GET',
  path: '/api/admin/hosts',
  permission: 'hosts',
})

export const createHost = defineRoute<typeof schemas.createHost>()({
  method: 'POST',
  path: '/api/admin/hosts',
  permission: 'hosts',
  stepUp: 'admin',
  maxBody: HOST_BODY_MAX_BYTES,
  status: 201,
  errors: ['host_taken', 'host_limit'],
})

export const updateHost = defineRoute<typeof schemas.updateHost>()({
  method: 'PATCH',
  path: '/api/admin/hosts/:id',
  permission: 'hosts',
  stepUp: 'admin',
  versioned: true,
  maxBody: HOST_BODY_MAX_BYTES,
  errors: ['host_taken'],
})

export const deleteHost = defineRoute<typeof schemas.deleteHost>()({
  method: 'DELETE',
  path: '/api/admin/hosts/:id',
  permission: 'hosts',
  stepUp: 'admin',
  versioned: true,
  status: 204,
})

/** The old path is invalid at once, for every host. */
export const rotateCheckPath = defineRoute<typeof schemas.rotateCheckPath>()({
  method: 'POST',
  path: '/api/admin/hosts/check-path/rotate',
  permission: 'hosts',
  stepUp: 'admin',
  status: 204,
})

/** The token is shown once. */
export const createHostToken = defineRoute<typeof schemas.createHostToken>()({
  method: 'POST',
  path: '/api/admin/hosts/:id/tokens',
  permission: 'hosts',
  stepUp: { action: 'hosts.tokens', target: ['id'] },
  status: 201,
  errors: ['host_token_limit'],
})

export const deleteHostToken = defineRoute<typeof schemas.deleteHostToken>()({
  method: 'DELETE',
  path: '/api/admin/hosts/:id/tokens/:tokenId',
  permission: 'hosts',
  stepUp: { action: 'hosts.tokens', target: ['id'] },
  status: 204,
})
