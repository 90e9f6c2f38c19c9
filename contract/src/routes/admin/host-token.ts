/** Tokens that let programs through to one protected host. */

import * as z from 'zod/mini'
import { adminErrors } from '../../errors.ts'
import { HOST_TOKEN_DAYS_MAX } from '../../limits/app-limits.ts'
import { defineRoute } from '../../route.ts'
import { idSchema, timestampSchema } from '../../schemas/id.ts'

/** Prefix of every token; any other `Authorization` header belongs to the site. */
export const HOST_TOKEN_PREFIX = 'cs_host_'

/** The site gets `token:<name>` in a header, so the name has to fit one. */
export function isTokenName(name: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,30}[A-Za-z0-9])?$/.test(name)
}

export const hostTokenSchema = z.strictObject({
  id: idSchema('htk'),
  name: z.string(),
  /** Its last four characters. */
  hint: z.string(),
  createdAt: timestampSchema,
  expiresAt: z.nullable(timestampSchema),
  /** To the minute. */
  lastUsedAt: z.nullable(timestampSchema),
})
export type HostToken = z.infer<typeof hostTokenSchema>

const writing = {
  caller: 'session',
  permission: 'hosts',
  stepUp: { action: 'hosts.tokens', target: ['id'] },
} as const
const criticalErrors = [...adminErrors, 'step_up_required', 'wallet_too_new'] as const

/** The token is in this answer and nowhere else. */
export const createHostToken = defineRoute({
  method: 'POST',
  path: '/api/admin/hosts/:id/tokens',
  ...writing,
  body: z.strictObject({
    name: z.string().check(z.refine(isTokenName)),
    /** Without a number of days it works until it is revoked. */
    days: z.optional(z.number().check(z.refine(Number.isInteger), z.gte(1), z.lte(HOST_TOKEN_DAYS_MAX))),
  }),
  answer: z.strictObject({ token: z.string(), item: hostTokenSchema }),
  status: 201,
  errors: [...criticalErrors, 'host_token_limit'],
})

export const deleteHostToken = defineRoute({
  method: 'DELETE',
  path: '/api/admin/hosts/:id/tokens/:tokenId',
  ...writing,
  body: z.undefined(),
  answer: z.undefined(),
  status: 204,
  errors: criticalErrors,
})
