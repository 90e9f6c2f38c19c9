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
  lastUsedAt: z.nullable(timestampSchema),
})
export type HostToken = z.infer<typeof hostTokenSchema>

export const createHostToken = {
  body: z.strictObject({
    name: z.string().check(z.refine(isTokenName)),
    /** Without `days` it does not expire. */
    days: z.optional(z.number().check(z.refine(Number.isInteger), z.gte(1), z.lte(HOST_TOKEN_DAYS_MAX))),
  }),
  answer: z.strictObject({ token: z.string(), item: hostTokenSchema }),
}

export const deleteHostToken = {}
