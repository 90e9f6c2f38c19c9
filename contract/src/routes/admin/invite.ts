import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/invite.ts'

export type { Invite } from '../../schemas/admin/invite.ts'

export const listInvites = defineRoute<typeof schemas.listInvites>()('GET /api/admin/invites', {
  permission: 'invites',
})

/** The link is shown once. An invitation for an admin or owner has one use and expires soon. */
export const createInvite = defineRoute<typeof schemas.createInvite>()('POST /api/admin/invites', {
  permission: 'invites',
  stepUp: {
    action: 'invites.create',
    target: ['role', 'maxUses', 'expiresInMs'],
    fields: ['role', 'account', 'maxUses', 'expiresInMs'],
    unless: { role: 'member' },
  },
  status: 201,
  errors: ['role_too_high', 'address_invalid', 'address_unsupported', 'network_unsupported'],
})

export const revokeInvite = defineRoute()('DELETE /api/admin/invites/:id', {
  permission: 'invites',
  stepUp: 'admin',
  status: 204,
  errors: ['role_too_high'],
})

/** What an invitation page shows before sign-in. */
export const lookUpInvite = defineRoute<typeof schemas.lookUpInvite>()('GET /api/invites/lookup', {
  caller: 'browser',
  errors: ['invite_invalid', 'invite_used', 'invite_expired'],
})
