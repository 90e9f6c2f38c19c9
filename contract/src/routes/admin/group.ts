import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/group.ts'

export type { Group } from '../../schemas/admin/group.ts'

export const listGroups = defineRoute<typeof schemas.listGroups>()('GET /api/admin/groups', {
  permission: 'groups.read',
})

export const createGroup = defineRoute<typeof schemas.createGroup>()('POST /api/admin/groups', {
  permission: 'groups',
  stepUp: 'admin',
  status: 201,
  errors: ['slug_taken', 'group_limit'],
})

export const updateGroup = defineRoute<typeof schemas.updateGroup>()('PATCH /api/admin/groups/:id', {
  permission: 'groups',
  stepUp: 'admin',
  versioned: true,
  errors: ['slug_taken'],
})

/** Rejected while `listGroupUses` has any. */
export const deleteGroup = defineRoute()('DELETE /api/admin/groups/:id', {
  permission: 'groups',
  stepUp: 'admin',
  versioned: true,
  status: 204,
  errors: ['group_in_use'],
})

export const listGroupUses = defineRoute<typeof schemas.listGroupUses>()('GET /api/admin/groups/:id/uses', {
  permission: 'groups',
})

export const listMembers = defineRoute<typeof schemas.listMembers>()('GET /api/admin/groups/:id/members', {
  permission: 'groups.read',
})

/** Idempotent; answers with the new number of members. */
export const changeMembers = defineRoute<typeof schemas.changeMembers>()('PUT /api/admin/groups/:id/members', {
  permission: 'groups',
  stepUp: 'admin',
  errors: ['group_limit'],
})
