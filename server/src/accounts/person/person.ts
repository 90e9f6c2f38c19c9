import { AppError } from '@countersign/contract/error/errors.ts'
import type { Queries } from '../../platform/store/database.ts'
import * as store from './person.store.ts'

export type { Person } from './person.store.ts'

export const { countPeople, findPerson, lockPerson, updateRole: setRole } = store

/** Locks all owners in one order, then the person: of two owners who leave at once, the second is the last one. */
export async function lockPersonAndOwners(
  queries: Queries,
  id: string,
): Promise<{ person: store.Person; lastOwner: boolean }> {
  const seen = await findPerson(queries, id)
  const owners = seen?.role === 'owner' ? await store.lockOwners(queries) : []
  const person = await lockPerson(queries, id)
  if (!person) throw new AppError('not_found')
  // Made an owner between the two reads, by another owner.
  if (person.role === 'owner' && seen?.role !== 'owner') return { person, lastOwner: false }
  const lastOwner = person.role === 'owner' && person.status === 'active' && !owners.some((owner) => owner !== id)
  return { person, lastOwner }
}
