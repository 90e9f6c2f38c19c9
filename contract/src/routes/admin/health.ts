import * as z from 'zod/mini'
import { defineRoute } from '../../route.ts'

export const healthChecks = [
  'database',
  'disk',
  'clock',
  'public_url',
  'proxy',
  'signatures',
  'backup',
  'activity',
  'owners',
  'access',
  'networks',
  'keys',
  'secrets',
  'page_errors',
  'version',
] as const
export type HealthCheck = (typeof healthChecks)[number]

/** `fix` says how to mend it, whenever there is something to mend. */
export const findingSchema = z.strictObject({
  check: z.enum(healthChecks),
  state: z.enum(['good', 'note', 'bad']),
  text: z.string(),
  fix: z.nullable(z.string()),
})
export type Finding = z.infer<typeof findingSchema>

/** `browserTime` in milliseconds and the address in the bar, so that the server can compare them with its own. */
export const getHealth = defineRoute({
  method: 'GET',
  path: '/api/admin/health',
  caller: 'session',
  permission: 'health.read',
  body: z.undefined(),
  query: z.strictObject({
    browserTime: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    browserOrigin: z.optional(z.string().check(z.maxLength(300))),
  }),
  answer: z.strictObject({ items: z.array(findingSchema) }),
  status: 200,
  errors: ['unauthenticated', 'session_expired', 'session_revoked', 'forbidden'],
})
