/** A test of an app's sign-in, run by an admin in their own browser. */

import * as z from 'zod/mini'
import { adminErrors } from '../../errors.ts'
import { APP_URI_MAX } from '../../limits/app-limits.ts'
import { defineRoute } from '../../route.ts'

/**
 * Runs the whole flow against this app's settings, in the admin's own browser: it goes to `url` and comes back to
 * `/app-test` with what an app is sent, which the page hands to `finishAppTest`.
 */
export const testApp = defineRoute({
  method: 'POST',
  path: '/api/admin/apps/:id/test',
  caller: 'session',
  permission: 'apps',
  body: z.undefined(),
  answer: z.strictObject({ url: z.string() }),
  status: 200,
  errors: [...adminErrors, 'app_disabled'],
})

/** In this order; after one that failed there is none. */
export const testStepSchema = z.strictObject({
  step: z.enum(['authorize', 'token', 'id_token', 'userinfo']),
  /** Null when all was well; else a code as the app would have got it, and what was said with it. */
  problem: z.nullable(z.string()),
})
export type TestStep = z.infer<typeof testStepSchema>

const sentBack = z.string().check(z.maxLength(APP_URI_MAX))
const claims = z.record(z.string(), z.unknown())

/** What the browser brought back. The server does the rest as the app would, with a secret of its own. */
export const finishAppTest = defineRoute({
  method: 'POST',
  path: '/api/admin/apps/:id/test/finish',
  caller: 'session',
  permission: 'apps',
  body: z.strictObject({
    state: sentBack,
    code: z.optional(sentBack),
    iss: z.optional(sentBack),
    error: z.optional(sentBack),
    errorDescription: z.optional(sentBack),
  }),
  answer: z.strictObject({
    steps: z.array(testStepSchema),
    idToken: z.nullable(claims),
    userinfo: z.nullable(claims),
  }),
  status: 200,
  errors: [...adminErrors, 'app_disabled', 'interaction_expired'],
})
