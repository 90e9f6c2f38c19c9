/** Sites behind a proxy that asks here before it lets anyone in. */

import * as z from 'zod/mini'
import { accessFields } from '../../access.ts'
import { adminErrors } from '../../errors.ts'
import { hostHeadersSchema } from '../../host-header.ts'
import { hostRulesSchema } from '../../host-rule.ts'
import { HOST_BODY_MAX_BYTES } from '../../limits/app-limits.ts'
import { labelSchema } from '../../names/name.ts'
import { defineRoute } from '../../route.ts'
import { idSchema, timestampSchema } from '../../schemas/id.ts'
import { hostTokenSchema } from './host-token.ts'

/** A whole name in lower case, with a port where it is not the default one. */
export const hostNameSchema = z
  .string()
  .check(
    z.maxLength(260),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::[1-9][0-9]{0,4})?$/),
  )

/**
 * A host name, or `*.` before one that stands for exactly one label, as in a TLS certificate. The rest has two labels at
 * least, so that nobody protects `*.com`; `*.localhost` is for tests on one computer.
 */
export const hostPatternSchema = z.string().check(z.maxLength(260), z.refine(isHostPattern))

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOST_PATTERN = new RegExp(
  `^(?:(?:${LABEL}\\.)*${LABEL}|\\*\\.(?:localhost|(?:${LABEL}\\.)+${LABEL}))(?::[1-9][0-9]{0,4})?$`,
)

export function isHostPattern(host: string): boolean {
  return HOST_PATTERN.test(host)
}

export function isWildcard(host: string): boolean {
  return host.startsWith('*.')
}

/** The wildcard that covers a host, whether or not it is protected. */
export function wildcardFor(host: string): string {
  return host.replace(/^[^.:]*/, '*')
}

/** On this computer, where browsers ask for no certificate; every other host is reached by https. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|[*a-z0-9.-]+\.localhost|127\.\d+\.\d+\.\d+)(?::\d+)?$/.test(host)
}

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

const writing = { caller: 'session', permission: 'hosts', stepUp: 'admin' } as const
const changeErrors = [...adminErrors, 'step_up_required', 'host_taken'] as const
const staleErrors = ['version_conflict', 'precondition_required'] as const

export const listHosts = defineRoute({
  method: 'GET',
  path: '/api/admin/hosts',
  caller: 'session',
  permission: 'hosts',
  body: z.undefined(),
  /** `checkPath` is the secret path that proxies send their checks to. */
  answer: z.strictObject({ items: z.array(hostSchema), checkPath: z.string() }),
  status: 200,
  errors: adminErrors,
})

export const createHost = defineRoute({
  method: 'POST',
  path: '/api/admin/hosts',
  ...writing,
  maxBody: HOST_BODY_MAX_BYTES,
  body: z.strictObject({
    host: hostPatternSchema,
    name: labelSchema,
    access: accessFields.access,
    groupIds: z.optional(accessFields.groupIds),
    rules: z.optional(hostRulesSchema),
    headers: z.optional(hostHeadersSchema),
  }),
  answer: hostSchema,
  status: 201,
  errors: [...changeErrors, 'host_limit'],
})

export const updateHost = defineRoute({
  method: 'PATCH',
  path: '/api/admin/hosts/:id',
  ...writing,
  versioned: true,
  maxBody: HOST_BODY_MAX_BYTES,
  body: z.strictObject({
    name: z.optional(labelSchema),
    enabled: z.optional(z.boolean()),
    access: z.optional(accessFields.access),
    groupIds: z.optional(accessFields.groupIds),
    rules: z.optional(hostRulesSchema),
    headers: z.optional(hostHeadersSchema),
  }),
  answer: hostSchema,
  status: 200,
  errors: [...changeErrors, ...staleErrors],
})

export const deleteHost = defineRoute({
  method: 'DELETE',
  path: '/api/admin/hosts/:id',
  ...writing,
  versioned: true,
  body: z.undefined(),
  answer: z.undefined(),
  status: 204,
  errors: [...adminErrors, 'step_up_required', ...staleErrors],
})
