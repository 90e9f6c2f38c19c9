import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/invite.ts'

export type { Invite } from '../../schemas/admin/invite.ts'

export const listInvites = defineRoute<typeof schemas.listInvites>()({
  method: 'GET',
  path: '/api/admin/invites',
  permission: 'invites',
})

/** Its link is shown once. One for an owner is for one person and a day at most. */
export const createInvite = defineRoute<typeof schemas.createInvite>()({
  method: 'POST',
  path: '/api/admin/invites',
  permission: 'invites',
  stepUp: { action: 'invites.create', target: ['role'], unless: { role: 'member' }, adminFor: ['groupIds'] },
  status: 201,
  errors: ['role_too_high', 'address_invalid'],
})

export const revokeInvite = defineRoute<typeof schemas.revokeInvite>()({
  method: 'DELETE',
  path: '/api/admin/invites/:id',
  permission: 'invites',
  status: 204,
  errors: ['role_too_high'],
})

/** What somebody who was sent a link may know before signing in. */
export const lookUpInvite = defineRoute<typeof schemas.lookUpInvite>()({
  method: 'GET',
  path: '/api/invites/lookup',
  caller: 'browser',
  errors: ['invite_invalid', 'invite_used', 'invite_expired'],
})
