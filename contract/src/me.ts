import * as z from 'zod/mini'
import { idSchema } from './schemas/id.ts'

export const roleSchema = z.enum(['member', 'auditor', 'admin', 'owner'])
export type Role = z.infer<typeof roleSchema>

/** Who is signed in, as every page needs it. */
export const meSchema = z.strictObject({
  id: idSchema('per'),
  displayName: z.nullable(z.string()),
  role: roleSchema,
})
export type Me = z.infer<typeof meSchema>
