import * as z from 'zod/mini'

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
  'rules',
  'rule_checks',
  'rule_events',
  'keys',
  'secrets',
  'page_errors',
  'version',
] as const
export type HealthCheck = (typeof healthChecks)[number]

/** `fix` tells how to fix a problem. */
export const findingSchema = z.strictObject({
  check: z.enum(healthChecks),
  state: z.enum(['good', 'note', 'bad']),
  text: z.string(),
  fix: z.nullable(z.string()),
})
export type Finding = z.infer<typeof findingSchema>

export const getHealth = {
  query: z.strictObject({
    browserTime: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    browserOrigin: z.optional(z.string().check(z.maxLength(300))),
  }),
  answer: z.strictObject({ items: z.array(findingSchema) }),
}
