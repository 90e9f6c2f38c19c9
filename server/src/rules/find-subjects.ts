import type { Queries } from '../platform/store/database.ts'
import { findSubjectRows, toGroupId, toVaultHolder, toWallet } from './subject.store.ts'
import { type Subject, toHolder } from './subject.ts'

export type PersonSubject = Subject & { personId: string }

/** People by id, without those who are deleted. Wallets that are removed or unproven do not count. */
export async function findSubjects(
  queries: Queries,
  personIds: readonly string[],
  now = 0,
): Promise<Map<string, PersonSubject>> {
  const { people, wallets, vaults, groups } = await findSubjectRows(queries, personIds, now)
  return new Map(
    people.map(({ id, role }) => {
      const own = (wallets.get(id) ?? []).map(toWallet).map(({ account, linkedAt }) => toHolder(account, linkedAt))
      const delegating = (vaults.get(id) ?? []).map((row) => toVaultHolder(row, own))
      const groupIds = (groups.get(id) ?? []).map(toGroupId)
      return [id, { personId: id, role, groupIds, holders: [...own, ...delegating] }]
    }),
  )
}

/** Whether a verdict about one of them is one about the other. Nobody is the same as somebody who was deleted. */
export function isSameSubject(a: Subject | undefined, b: Subject): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
