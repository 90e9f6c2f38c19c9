import type { Queries } from '../platform/store/database.ts'
import { findSubjectRows, toGroupId, toVaultHolder, toWalletHolder } from './subject.store.ts'
import type { Subject } from './subject.ts'

export type PersonSubject = Subject & { personId: string }

/** People by id, without those who are deleted. Wallets that are removed or unproven and inactive vaults do not count. */
export async function findSubjects(
  queries: Queries,
  personIds: readonly string[],
  now = 0,
): Promise<Map<string, PersonSubject>> {
  const { people, wallets, vaults, groups } = await findSubjectRows(queries, personIds, now)
  return new Map(
    people.map(({ id, role }) => [
      id,
      {
        personId: id,
        role,
        groupIds: (groups.get(id) ?? []).map(toGroupId),
        holders: [...(wallets.get(id) ?? []).map(toWalletHolder), ...(vaults.get(id) ?? []).map(toVaultHolder)],
      },
    ]),
  )
}

/** Whether a verdict about one of them is one about the other. */
export function isSameSubject(a: Subject, b: Subject): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
