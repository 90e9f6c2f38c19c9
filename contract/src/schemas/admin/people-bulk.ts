import * as z from 'zod/mini'
import { type ErrorCode, errorCodes } from '../../errors.ts'
import { BULK_PEOPLE_MAX } from '../../limits/app-limits.ts'
import { idSchema } from '../id.ts'
import { reasonSchema } from '../name.ts'

export const changePeople = {
  body: z.strictObject({
    ids: z.array(idSchema('per')).check(z.minLength(1), z.maxLength(BULK_PEOPLE_MAX)),
    /** Exactly one of the two. */
    addToGroup: z.optional(idSchema('grp')),
    suspend: z.optional(z.strictObject({ reason: z.optional(reasonSchema) })),
  }),
  answer: z.strictObject({
    done: z.array(idSchema('per')),
    failed: z.array(z.strictObject({ id: idSchema('per'), code: z.enum(errorCodes) })),
  }),
}

export type BulkFailure = { id: string; code: ErrorCode }
