import * as z from 'zod/mini'
import { GROUPS_PER_APP } from './limits/app-limits.ts'
import { idSchema } from './schemas/id.ts'

/** Who may use an app or reach a protected host: everyone who can sign in, or only people in one of its groups. */
export const accessSchema = z.enum(['everyone', 'groups'])
export type Access = z.infer<typeof accessSchema>

export const accessFields = {
  access: accessSchema,
  groupIds: z.array(idSchema('grp')).check(z.maxLength(GROUPS_PER_APP)),
}
export type AccessRule = { access: Access; groupIds: string[] }

/** What is wrong with `groupIds`: never empty for groups, always empty for everyone. */
export type AccessProblem = 'group_required' | 'not_with_everyone'

export function accessProblem({ access, groupIds }: AccessRule): AccessProblem | undefined {
  if (access === 'groups') return groupIds.length === 0 ? 'group_required' : undefined
  return groupIds.length > 0 ? 'not_with_everyone' : undefined
}
