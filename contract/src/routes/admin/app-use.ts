/** People who use an app, and revoking their access. */

import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/app-use.ts'

export type { AppPerson } from '../../schemas/admin/app-use.ts'

/** Newest grant first. */
export const listAppPeople = defineRoute<typeof schemas.listAppPeople>()({
  method: 'GET',
  path: '/api/admin/apps/:id/people',
  permission: 'apps.read',
})

/** Revokes the tokens and notifies the app; the next sign-in asks for consent again. */
export const endPersonGrant = defineRoute<typeof schemas.endPersonGrant>()({
  method: 'DELETE',
  path: '/api/admin/people/:id/grants/:grantId',
  permission: 'people.write',
  stepUp: 'admin',
  status: 204,
  errors: ['role_too_high'],
})

/** Revokes all tokens of the app and notifies it; grants stay. */
export const signOutOfApp = defineRoute<typeof schemas.signOutOfApp>()({
  method: 'POST',
  path: '/api/admin/apps/:id/sign-out',
  permission: 'apps',
  stepUp: 'admin',
})
