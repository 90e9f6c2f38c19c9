/** Protected hosts: sites behind forward-auth. */

import { HOST_BODY_MAX_BYTES } from '../../limits/app-limits.ts'
import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/host.ts'

export type { Host } from '../../schemas/admin/host.ts'

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
