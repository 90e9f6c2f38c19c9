import type { Access } from './schemas/access.ts'

export type AccessRule = { access: Access; groupIds: string[] }

export type AccessProblem = 'group_required' | 'not_with_everyone'

export function accessProblem({ access, groupIds }: AccessRule): AccessProblem | undefined {
  if (access === 'groups') return groupIds.length === 0 ? 'group_required' : undefined
  return groupIds.length > 0 ? 'not_with_everyone' : undefined
}
