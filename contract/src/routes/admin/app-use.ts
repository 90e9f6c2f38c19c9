/** Who uses an app, and ending that: for one person, or for everybody at once. */

import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/app-use.ts'

export type { AppPerson } from '../../schemas/admin/app-use.ts'

/** Whoever allowed it last comes first. */
export const listAppPeople = defineRoute<typeof schemas.listAppPeople>()({
  method: 'GET',
  path: '/api/admin/apps/:id/people',
  permission: 'apps.read',
})

/** As if the person had: its tokens end, it is told, and asks again the next time. */
export const endPersonGrant = defineRoute<typeof schemas.endPersonGrant>()({
  method: 'DELETE',
  path: '/api/admin/people/:id/grants/:grantId',
  permission: 'people.write',
  stepUp: 'admin',
  status: 204,
  errors: ['role_too_high'],
})

/** All of its tokens end, and it is told of each sign-out. What people allowed stays allowed. */
export const signOutOfApp = defineRoute<typeof schemas.signOutOfApp>()({
  method: 'POST',
  path: '/api/admin/apps/:id/sign-out',
  permission: 'apps',
  stepUp: 'admin',
})
