/** An app asks to sign somebody out, and cannot show that it was them: they are asked, and then get back to it. */

import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/sign-out.ts'

export const getSignOutRequest = defineRoute<typeof schemas.getSignOutRequest>()({
  method: 'GET',
  path: '/api/sign-outs/:id',
  caller: 'browser',
  errors: ['interaction_expired'],
})

/** The way back to the app, once, at the address an admin gave it. */
export const leaveToApp = defineRoute<typeof schemas.leaveToApp>()({
  method: 'POST',
  path: '/api/sign-outs/:id',
  caller: 'browser',
  errors: ['interaction_expired'],
})
