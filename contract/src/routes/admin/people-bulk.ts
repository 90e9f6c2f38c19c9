/** One action on several people at once. */

import * as z from 'zod/mini'
import { adminErrors, type ErrorCode, errorCodes } from '../../errors.ts'
import { BULK_PEOPLE_MAX } from '../../limits/app-limits.ts'
import { reasonSchema } from '../../names/name.ts'
import { defineRoute } from '../../route.ts'
import { idSchema } from '../../schemas/id.ts'

/** Each person by themselves, by the rules of the single action: `failed` says for whom it was not done, and why. */
export const changePeople = defineRoute({
  method: 'POST',
  path: '/api/admin/people/bulk',
  caller: 'session',
  permission: 'people.write',
  stepUp: 'admin',
  body: z.strictObject({
    ids: z.array(idSchema('per')).check(z.minLength(1), z.maxLength(BULK_PEOPLE_MAX)),
    /** One of the two. */
    addToGroup: z.optional(idSchema('grp')),
    suspend: z.optional(z.strictObject({ reason: z.optional(reasonSchema) })),
  }),
  answer: z.strictObject({
    done: z.array(idSchema('per')),
    failed: z.array(z.strictObject({ id: idSchema('per'), code: z.enum(errorCodes) })),
  }),
  status: 200,
  errors: [...adminErrors, 'step_up_required'],
})
export type BulkFailure = { id: string; code: ErrorCode }
