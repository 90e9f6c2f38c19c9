import * as z from 'zod/mini'
import { headerValues, isHeaderName } from '../../host/host-header.ts'
import { isHostPattern, isTokenName } from '../../host/host-name.ts'
import { isRulePath, ruleMethods } from '../../host/host-rule.ts'
import { HEADERS_PER_HOST, HOST_TOKEN_DAYS_MAX, RULES_PER_HOST } from '../../limits/app-limits.ts'
import { accessFields } from '../access.ts'
import { idSchema, timestampSchema } from '../id.ts'
import { labelSchema } from '../name.ts'

/** Lower case, with a port unless it is the default one. */
export const hostNameSchema = z
  .string()
  .check(
    z.maxLength(260),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::[1-9][0-9]{0,4})?$/),
  )

/** A host name, or a wildcard for one label, as in a TLS certificate; at least two more labels exclude `*.com`. */
export const hostPatternSchema = z.string().check(z.maxLength(260), z.refine(isHostPattern))

export const hostRuleSchema = z.strictObject({
  path: z.string().check(z.refine(isRulePath)),
  /** Empty: every method. GET covers HEAD. */
  methods: z.array(z.enum(ruleMethods)).check(z.maxLength(ruleMethods.length)),
  access: z.enum(['public', 'everyone', 'groups']),
  groupIds: accessFields.groupIds,
})
export const hostRulesSchema = z.array(hostRuleSchema).check(z.maxLength(RULES_PER_HOST))

export const hostHeadersSchema = z
  .array(z.strictObject({ header: z.string().check(z.refine(isHeaderName)), value: z.enum(headerValues) }))
  .check(
    z.maxLength(HEADERS_PER_HOST),
    z.refine((headers) => new Set(headers.map(({ header }) => header.toLowerCase())).size === headers.length),
  )

export const hostTokenSchema = z.strictObject({
  id: idSchema('htk'),
  name: z.string(),
  /** Its last four characters. */
  hint: z.string(),
  createdAt: timestampSchema,
  expiresAt: z.nullable(timestampSchema),
  lastUsedAt: z.nullable(timestampSchema),
})
export type HostToken = z.infer<typeof hostTokenSchema>

export const hostSchema = z.strictObject({
  id: idSchema('hst'),
  host: hostPatternSchema,
  name: z.string(),
  enabled: z.boolean(),
  ...accessFields,
  rules: hostRulesSchema,
  headers: hostHeadersSchema,
  tokens: z.array(hostTokenSchema),
  createdAt: timestampSchema,
  version: z.number(),
})
export type Host = z.infer<typeof hostSchema>

export const listHosts = {
  /** `checkPath` is the secret path that proxies send their checks to. */
  answer: z.strictObject({ items: z.array(hostSchema), checkPath: z.string() }),
}

/** Fields that can be changed. */
const changes = z.partial(
  z.strictObject({ name: labelSchema, ...accessFields, rules: hostRulesSchema, headers: hostHeadersSchema }),
).shape

export const createHost = {
  body: z.strictObject({ host: hostPatternSchema, ...changes, name: labelSchema, access: accessFields.access }),
  answer: hostSchema,
}

export const updateHost = {
  body: z.strictObject({ ...changes, enabled: z.optional(z.boolean()) }),
  answer: hostSchema,
}

export const createHostToken = {
  body: z.strictObject({
    name: z.string().check(z.refine(isTokenName)),
    /** Without `days` it does not expire. */
    days: z.optional(z.number().check(z.refine(Number.isInteger), z.gte(1), z.lte(HOST_TOKEN_DAYS_MAX))),
  }),
  answer: z.strictObject({ token: z.string(), item: hostTokenSchema }),
}
