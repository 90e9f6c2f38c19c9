import { AppError } from '@countersign/contract/errors.ts'
import type { Queries } from '../store/database.ts'
import { findGroupForChange } from './group.store.ts'

/**
 * In the transaction that writes an app or a host which lets only these groups in: none of them can be deleted before it
 * ends, and afterwards the deletion finds them in use.
 */
export async function requireGroups(queries: Queries, ids: readonly string[]): Promise<void> {
  // In one order, so that two who name the same groups do not wait for each other.
  for (const id of ids.toSorted())
    if (!(await findGroupForChange(queries, id)))
      throw new AppError('invalid_body', { fields: [{ path: `/groupIds/${ids.indexOf(id)}`, code: 'unknown_group' }] })
}

export function mayEnter(groupIds: readonly string[], ownIds: readonly string[]): boolean {
  return groupIds.length === 0 || groupIds.some((id) => ownIds.includes(id))
}
