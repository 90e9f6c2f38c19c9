/** RP-initiated logout without a valid ID token hint: the person confirms and returns to the app. */

import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/sign-out.ts'

export const getSignOutRequest = defineRoute<typeof schemas.getSignOutRequest>()({
  method: 'GET',
  path: '/api/sign-outs/:id',
  caller: 'browser',
  errors: ['interaction_expired'],
})

/** The post-logout redirect URI, once. */
export const leaveToApp = defineRoute<typeof schemas.leaveToApp>()({
  method: 'POST',
  path: '/api/sign-outs/:id',
  caller: 'browser',
  errors: ['interaction_expired'],
})
