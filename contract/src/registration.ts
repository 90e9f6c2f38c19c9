import * as z from 'zod/mini'

/** Who may come in with a wallet nobody knows yet. */
export const registrationSchema = z.enum(['open', 'invite', 'closed'])
export type Registration = z.infer<typeof registrationSchema>
