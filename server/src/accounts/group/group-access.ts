/** Access of apps and hosts that are restricted to groups. */

import { type AccessRule, accessProblem } from '@countersign/contract/access.ts'
import { invalidField } from '../../platform/invalid-field.ts'
import type { Queries } from '../../platform/store/database.ts'
import { lockGroup } from './group.store.ts'
import * as store from './member.store.ts'

export type { Membership, RuleState, StoredMembership } from './member.store.ts'

export const { findMembership, readMembership } = store

export function hasAccess({ access, groupIds }: AccessRule, ownIds: readonly string[]): boolean {
  return access === 'everyone' || groupIds.some((id) => ownIds.includes(id))
}

/** Locks the groups, so that none is deleted before the transaction ends. */
export async function requireGroups(
  queries: Queries,
  ids: readonly string[],
  pathOf = (id: string) => `/groupIds/${ids.indexOf(id)}`,
): Promise<void> {
  // In one order, so that two transactions do not deadlock.
  for (const id of ids.toSorted()) if (!(await lockGroup(queries, id))) throw invalidField(pathOf(id), 'unknown_group')
}

type AccessChange = { access?: AccessRule['access'] | undefined; groupIds?: string[] | undefined }

/** Access for everyone drops the groups. */
export function changeAccess(current: AccessRule, { access, groupIds }: AccessChange): AccessRule {
  const kept = access === 'everyone' ? [] : current.groupIds
  return requireAccess({ access: access ?? current.access, groupIds: groupIds ?? kept })
}

export function requireAccess({ access, groupIds }: AccessRule): AccessRule {
  const code = accessProblem({ access, groupIds })
  if (code) throw invalidField('/groupIds', code)
  return { access, groupIds: [...new Set(groupIds)] }
}
