import * as z from 'zod/mini'
import { isTokenName } from '../../host-name.ts'
import { HOST_TOKEN_DAYS_MAX } from '../../limits/app-limits.ts'
import { idSchema, timestampSchema } from '../id.ts'

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

export const createHostToken = {
  body: z.strictObject({
    name: z.string().check(z.refine(isTokenName)),
    /** Without a number of days it works until it is revoked. */
    days: z.optional(z.number().check(z.refine(Number.isInteger), z.gte(1), z.lte(HOST_TOKEN_DAYS_MAX))),
  }),
  answer: z.strictObject({ token: z.string(), item: hostTokenSchema }),
}

export const deleteHostToken = {}
