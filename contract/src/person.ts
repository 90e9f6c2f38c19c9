import * as z from 'zod/mini'
import { idSchema } from './id.ts'

export const roleSchema = z.enum(['member', 'auditor', 'admin', 'owner'])
export type Role = z.infer<typeof roleSchema>

export const personStatusSchema = z.enum(['active', 'suspended'])
export type PersonStatus = z.infer<typeof personStatusSchema>

export const meSchema = z.strictObject({
  id: idSchema('per'),
  displayName: z.nullable(z.string()),
  role: roleSchema,
})
export type Me = z.infer<typeof meSchema>
