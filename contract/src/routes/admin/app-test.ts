/** Self-test of an app's sign-in. */

import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/app-test.ts'

export type { TestStep } from '../../schemas/admin/app-test.ts'

/**
 * Starts the flow in the admin's browser: it opens `url` and returns to `/app-test` with the redirect parameters, which
 * the page passes to `finishAppTest`.
 */
export const testApp = defineRoute<typeof schemas.testApp>()({
  method: 'POST',
  path: '/api/admin/apps/:id/test',
  permission: 'apps',
  errors: ['app_disabled'],
})

/** Takes the redirect parameters and completes the flow as the app would, with a temporary secret. */
export const finishAppTest = defineRoute<typeof schemas.finishAppTest>()({
  method: 'POST',
  path: '/api/admin/apps/:id/test/finish',
  permission: 'apps',
  errors: ['app_disabled', 'interaction_expired'],
})
