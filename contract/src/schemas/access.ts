import * as z from 'zod/mini'
import { GROUPS_PER_APP } from '../limits/app-limits.ts'
import { idSchema } from './id.ts'

/** Who may use an app or reach a protected host: everyone who can sign in, or only people in one of its groups. */
export const accessSchema = z.enum(['everyone', 'groups'])
export type Access = z.infer<typeof accessSchema>

export const accessFields = {
  access: accessSchema,
  groupIds: z.array(idSchema('grp')).check(z.maxLength(GROUPS_PER_APP)),
}
