/** Which apps know a person, and how that ends. */

import * as z from 'zod/mini'
import { signedInErrors } from '../errors.ts'
import { defineRoute } from '../route.ts'
import { idSchema, timestampSchema } from '../schemas/id.ts'
import { logoSchema } from '../schemas/logo.ts'
import { scopeSchema } from '../scope.ts'

export const grantSchema = z.strictObject({
  id: idSchema('grt'),
  app: z.strictObject({
    id: idSchema('app'),
    name: z.string(),
    logo: logoSchema,
    launchUrl: z.nullable(z.string()),
  }),
  scopes: z.array(scopeSchema),
  grantedAt: timestampSchema,
  lastUsedAt: timestampSchema,
})
export type Grant = z.infer<typeof grantSchema>

export const listGrants = defineRoute({
  method: 'GET',
  path: '/api/me/apps',
  caller: 'session',
  body: z.undefined(),
  answer: z.strictObject({ items: z.array(grantSchema) }),
  status: 200,
  errors: signedInErrors,
})

export const grantDetailsSchema = z.strictObject({
  grant: grantSchema,
  /** What it would be told if the person came to it now, with the wallet of this session. */
  claims: z.record(z.string(), z.unknown()),
  /** In how many sessions it holds a token that is still good. */
  sessions: z.number(),
})
export type GrantDetails = z.infer<typeof grantDetailsSchema>

export const getGrant = defineRoute({
  method: 'GET',
  path: '/api/me/apps/:id',
  caller: 'session',
  body: z.undefined(),
  answer: grantDetailsSchema,
  status: 200,
  errors: signedInErrors,
})

/** The app's tokens end with it, and it is told; next time it asks again. */
export const endGrant = defineRoute({
  method: 'DELETE',
  path: '/api/me/apps/:id',
  caller: 'session',
  body: z.undefined(),
  answer: z.undefined(),
  status: 204,
  errors: signedInErrors,
})
