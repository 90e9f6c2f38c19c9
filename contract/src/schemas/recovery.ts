import * as z from 'zod/mini'
import { linkTokenSchema, timestampSchema } from './id.ts'
import { proofSchema } from './proof.ts'
import { startedSessionSchema } from './session.ts'

export const createRecoveryCodes = {
  answer: z.strictObject({ codes: z.array(z.string()), createdAt: timestampSchema }),
}

export const recover = {
  body: z.strictObject({
    proof: proofSchema,
    keep: z.boolean(),
    code: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    link: z.optional(linkTokenSchema),
  }),
  answer: startedSessionSchema,
}
