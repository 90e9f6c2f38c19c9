import { type AccessRule, accessProblem } from '@countersign/contract/access.ts'
import { AppError } from '@countersign/contract/errors.ts'
import type { Queries } from '../../platform/store/database.ts'
import { lockGroup } from './group.store.ts'

/** Locks the groups that an app or host is restricted to, so that none is deleted before the transaction ends. */
export async function requireGroups(
  queries: Queries,
  ids: readonly string[],
  pathOf = (id: string) => `/groupIds/${ids.indexOf(id)}`,
): Promise<void> {
  // In one order, so that two transactions do not deadlock.
  for (const id of ids.toSorted())
    if (!(await lockGroup(queries, id)))
      throw new AppError('invalid_body', { fields: [{ path: pathOf(id), code: 'unknown_group' }] })
}

type AccessChange = { access?: AccessRule['access'] | undefined; groupIds?: string[] | undefined }

/** The rule after a change. Access for everyone drops its groups. */
export function changeAccess(held: AccessRule, { access, groupIds }: AccessChange): AccessRule {
  const kept = access === 'everyone' ? [] : held.groupIds
  return requireAccess({ access: access ?? held.access, groupIds: groupIds ?? kept })
}

/** The rule with each group once. */
export function requireAccess({ access, groupIds }: AccessRule): AccessRule {
  const code = accessProblem({ access, groupIds })
  if (code) throw new AppError('invalid_body', { fields: [{ path: '/groupIds', code }] })
  return { access, groupIds: [...new Set(groupIds)] }
}
