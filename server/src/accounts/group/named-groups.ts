import { type AccessRule, accessProblem } from '@countersign/contract/access.ts'
import { AppError } from '@countersign/contract/errors.ts'
import type { Queries } from '../../platform/store/database.ts'
import { lockGroup } from './group.store.ts'

/**
 * In the transaction that writes an app or a host which lets only these groups in: none of them can be deleted before it
 * ends, and afterwards the deletion finds them in use.
 */
export async function requireGroups(
  queries: Queries,
  ids: readonly string[],
  pathOf = (id: string) => `/groupIds/${ids.indexOf(id)}`,
): Promise<void> {
  // In one order, so that two who name the same groups do not wait for each other.
  for (const id of ids.toSorted())
    if (!(await lockGroup(queries, id)))
      throw new AppError('invalid_body', { fields: [{ path: pathOf(id), code: 'unknown_group' }] })
}

type AccessChange = { access?: AccessRule['access'] | undefined; groupIds?: string[] | undefined }

/** The rule after a change. Opening it to everyone drops its groups. */
export function changeAccess(held: AccessRule, { access, groupIds }: AccessChange): AccessRule {
  const kept = access === 'everyone' ? [] : held.groupIds
  return requireAccess({ access: access ?? held.access, groupIds: groupIds ?? kept })
}

/** The rule with every group named once. */
export function requireAccess({ access, groupIds }: AccessRule): AccessRule {
  const code = accessProblem({ access, groupIds })
  if (code) throw new AppError('invalid_body', { fields: [{ path: '/groupIds', code }] })
  return { access, groupIds: [...new Set(groupIds)] }
}
