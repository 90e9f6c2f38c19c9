import * as z from 'zod/mini'

/** Who may sign up: anyone with a wallet, people with an invitation, or nobody new. */
export const registrationSchema = z.enum(['open', 'invite', 'closed'])
export type Registration = z.infer<typeof registrationSchema>
