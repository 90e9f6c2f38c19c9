/** A test of an app's sign-in, run by an admin in their own browser. */

import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/app-test.ts'

export type { TestStep } from '../../schemas/admin/app-test.ts'

/**
 * Runs the whole flow against this app's settings, in the admin's own browser: it goes to `url` and comes back to
 * `/app-test` with what an app is sent, which the page hands to `finishAppTest`.
 */
export const testApp = defineRoute<typeof schemas.testApp>()({
  method: 'POST',
  path: '/api/admin/apps/:id/test',
  permission: 'apps',
  errors: ['app_disabled'],
})

/** What the browser brought back. The server does the rest as the app would, with a secret of its own. */
export const finishAppTest = defineRoute<typeof schemas.finishAppTest>()({
  method: 'POST',
  path: '/api/admin/apps/:id/test/finish',
  permission: 'apps',
  errors: ['app_disabled', 'interaction_expired'],
})
