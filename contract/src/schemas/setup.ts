import * as z from 'zod/mini'
import { proofSchema } from './proof.ts'
import { startedSessionSchema } from './session.ts'

/** Who may sign up: anyone with a wallet, people whom a rule lets in, people with an invitation, or nobody new. */
export const registrationSchema = z.enum(['open', 'groups', 'invite', 'closed'])
export type Registration = z.infer<typeof registrationSchema>

export const createSetup = {
  body: z.strictObject({
    setupCode: z.string().check(z.minLength(1), z.maxLength(64)),
    /** A new site has no groups. */
    registration: z.enum(['open', 'invite', 'closed']),
    proof: proofSchema,
    keep: z.boolean(),
  }),
  answer: startedSessionSchema,
}
