/** Tokens for programs that access a protected host. */

import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/host-token.ts'

export type { HostToken } from '../../schemas/admin/host-token.ts'

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
