/** An app asks to sign somebody out, and cannot show that it was them: they are asked, and then get back to it. */

import * as z from 'zod/mini'
import { defineRoute } from '../route.ts'
import { logoSchema } from '../schemas/logo.ts'

export const getSignOutRequest = defineRoute({
  method: 'GET',
  path: '/api/sign-outs/:id',
  caller: 'browser',
  body: z.undefined(),
  answer: z.strictObject({ app: z.strictObject({ name: z.string(), logo: logoSchema, host: z.string() }) }),
  status: 200,
  errors: ['interaction_expired'],
})

/** The way back to the app, once, at the address an admin gave it. */
export const leaveToApp = defineRoute({
  method: 'POST',
  path: '/api/sign-outs/:id',
  caller: 'browser',
  body: z.undefined(),
  answer: z.strictObject({ redirectTo: z.string() }),
  status: 200,
  errors: ['interaction_expired'],
})
