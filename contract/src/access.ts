import type { Access } from './schemas/access.ts'

export type AccessRule = { access: Access; groupIds: string[] }

export type AccessProblem = 'group_required' | 'not_with_everyone'

type Given = { access: AccessRule['access'] | 'public'; groupIds: readonly string[] }

export function accessProblem({ access, groupIds }: Given): AccessProblem | undefined {
  if (access === 'groups') return groupIds.length === 0 ? 'group_required' : undefined
  return groupIds.length > 0 ? 'not_with_everyone' : undefined
}
