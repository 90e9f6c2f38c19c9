import * as z from 'zod/mini'
import { signedInErrors } from '../errors.ts'
import { defineRoute } from '../route.ts'
import { idSchema, timestampSchema } from '../schemas/id.ts'

/** A computer somebody signed in on before: signing in there again is no news. */
export const deviceSchema = z.strictObject({
  id: idSchema('dev'),
  label: z.string(),
  current: z.boolean(),
  near: z.string(),
  firstSeenAt: timestampSchema,
  lastSeenAt: timestampSchema,
})
export type Device = z.infer<typeof deviceSchema>

export const listDevices = defineRoute({
  method: 'GET',
  path: '/api/me/devices',
  caller: 'session',
  body: z.undefined(),
  answer: z.strictObject({ items: z.array(deviceSchema) }),
  status: 200,
  errors: signedInErrors,
})

export const forgetDevice = defineRoute({
  method: 'DELETE',
  path: '/api/me/devices/:id',
  caller: 'session',
  body: z.undefined(),
  answer: z.undefined(),
  status: 204,
  errors: signedInErrors,
})
