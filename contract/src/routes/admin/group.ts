import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/group.ts'

export type { Group } from '../../schemas/admin/group.ts'

export const listGroups = defineRoute<typeof schemas.listGroups>()({
  method: 'GET',
  path: '/api/admin/groups',
  permission: 'groups.read',
})

export const createGroup = defineRoute<typeof schemas.createGroup>()({
  method: 'POST',
  path: '/api/admin/groups',
  permission: 'groups',
  stepUp: 'admin',
  status: 201,
  errors: ['slug_taken', 'group_limit'],
})

export const updateGroup = defineRoute<typeof schemas.updateGroup>()({
  method: 'PATCH',
  path: '/api/admin/groups/:id',
  permission: 'groups',
  stepUp: 'admin',
  versioned: true,
  errors: ['slug_taken'],
})

/** Rejected while `listGroupUses` has any. */
export const deleteGroup = defineRoute<typeof schemas.deleteGroup>()({
  method: 'DELETE',
  path: '/api/admin/groups/:id',
  permission: 'groups',
  stepUp: 'admin',
  versioned: true,
  status: 204,
  errors: ['group_in_use'],
})

export const listGroupUses = defineRoute<typeof schemas.listGroupUses>()({
  method: 'GET',
  path: '/api/admin/groups/:id/uses',
  permission: 'groups',
})

export const listMembers = defineRoute<typeof schemas.listMembers>()({
  method: 'GET',
  path: '/api/admin/groups/:id/members',
  permission: 'groups.read',
})

/** Idempotent; answers with the new number of members. */
export const changeMembers = defineRoute<typeof schemas.changeMembers>()({
  method: 'PUT',
  path: '/api/admin/groups/:id/members',
  permission: 'groups',
  stepUp: 'admin',
  errors: ['group_limit'],
})
