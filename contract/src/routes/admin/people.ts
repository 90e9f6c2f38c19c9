import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/people.ts'

export type { BulkFailure, FoundPerson, PersonDetails, PersonGroup, PersonItem } from '../../schemas/admin/people.ts'

export const listPeople = defineRoute<typeof schemas.listPeople>()('GET /api/admin/people', {
  permission: 'people.read',
})

export const getPerson = defineRoute<typeof schemas.getPerson>()('GET /api/admin/people/:id', {
  permission: 'people.read',
})

export const updatePerson = defineRoute<typeof schemas.updatePerson>()('PATCH /api/admin/people/:id', {
  permission: 'people.write',
  stepUp: { action: 'people.role', target: ['id', 'role'], fields: ['role'] },
  versioned: true,
  errors: ['last_owner', 'own_role', 'role_too_high'],
})

export const signPersonOut = defineRoute<typeof schemas.signPersonOut>()('POST /api/admin/people/:id/sign-out', {
  permission: 'people.write',
  stepUp: 'admin',
  errors: ['role_too_high'],
})

/** The link is shown once. A new wallet that opens it is linked to the person. */
export const createRecoveryLink = defineRoute<typeof schemas.createRecoveryLink>()(
  'POST /api/admin/people/:id/recovery-link',
  {
    permission: 'people.recover',
    stepUp: { action: 'people.recover', target: ['id'] },
    status: 201,
    errors: ['role_too_high', 'own_role', 'person_deleting'],
  },
)

/** Only another owner can cancel it, also one that the person had started before. */
export const deletePerson = defineRoute<typeof schemas.deletePerson>()('DELETE /api/admin/people/:id', {
  permission: 'people.delete',
  stepUp: { action: 'people.delete', target: ['id'] },
  versioned: true,
  status: 202,
  errors: ['last_owner', 'own_role', 'role_too_high'],
})

/** Of a deletion by an owner. Someone who was suspended stays suspended. */
export const cancelDeletion = defineRoute()('DELETE /api/admin/people/:id/deletion', {
  permission: 'people.delete',
  stepUp: 'admin',
  versioned: true,
  status: 204,
  errors: ['deletion_not_yours', 'role_too_high'],
})

/** Applies the action to each person separately; `failed` lists those for whom it was rejected. */
export const changePeople = defineRoute<typeof schemas.changePeople>()('POST /api/admin/people/bulk', {
  permission: 'people.write',
  stepUp: 'admin',
})
