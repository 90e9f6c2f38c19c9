import { HOST_BODY_MAX_BYTES } from '../../limits/app-limits.ts'
import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/host.ts'

export type { Host, HostToken } from '../../schemas/admin/host.ts'

export const listHosts = defineRoute<typeof schemas.listHosts>()('GET /api/admin/hosts', { permission: 'hosts' })

export const createHost = defineRoute<typeof schemas.createHost>()('POST /api/admin/hosts', {
  permission: 'hosts',
  stepUp: 'admin',
  maxBody: HOST_BODY_MAX_BYTES,
  status: 201,
  errors: ['host_taken', 'host_limit'],
})

export const updateHost = defineRoute<typeof schemas.updateHost>()('PATCH /api/admin/hosts/:id', {
  permission: 'hosts',
  stepUp: 'admin',
  versioned: true,
  maxBody: HOST_BODY_MAX_BYTES,
  errors: ['host_taken'],
})

export const deleteHost = defineRoute()('DELETE /api/admin/hosts/:id', {
  permission: 'hosts',
  stepUp: 'admin',
  versioned: true,
  status: 204,
})

/** The old path is invalid at once, for every host. */
export const rotateCheckPath = defineRoute()('POST /api/admin/hosts/check-path/rotate', {
  permission: 'hosts',
  stepUp: 'admin',
  status: 204,
})

/** The token is shown once. */
export const createHostToken = defineRoute<typeof schemas.createHostToken>()('POST /api/admin/hosts/:id/tokens', {
  permission: 'hosts',
  stepUp: { action: 'hosts.tokens', target: ['id'] },
  status: 201,
  errors: ['host_token_limit'],
})

export const deleteHostToken = defineRoute()('DELETE /api/admin/hosts/:id/tokens/:tokenId', {
  permission: 'hosts',
  stepUp: { action: 'hosts.tokens', target: ['id'] },
  status: 204,
})
