import * as z from 'zod/mini'
import { scopes } from '../app/scope.ts'
import { idSchema, timestampSchema } from './id.ts'
import { logoSchema } from './logo.ts'

export const scopeSchema = z.enum(scopes)

export const claimsSchema = z.record(z.string(), z.unknown())

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

export const listGrants = { answer: z.strictObject({ items: z.array(grantSchema) }) }

export const grantDetailsSchema = z.strictObject({
  grant: grantSchema,
  /** The claims that the app would receive now, with the wallet of this session. */
  claims: claimsSchema,
  /** The number of sessions with valid tokens of this app. */
  sessions: z.number(),
})
export type GrantDetails = z.infer<typeof grantDetailsSchema>

export const getGrant = { answer: grantDetailsSchema }
