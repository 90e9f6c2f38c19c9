/** There is always somebody who owns the place. */

import { AppError } from '@countersign/contract/errors.ts'
import type { Queries } from '../../platform/store/database.ts'
import { findPerson, lockOwners, lockPerson, type Person } from './person.store.ts'

/**
 * Holds a person who may be about to stop being an owner. All owners are held, in one order, before the person is:
 * of two owners who leave at the same moment, the second finds nobody else left.
 */
export async function lockPersonAndOwners(
  queries: Queries,
  id: string,
): Promise<{ person: Person; lastOwner: boolean }> {
  const seen = await findPerson(queries, id)
  const owners = seen?.role === 'owner' ? await lockOwners(queries) : []
  const person = await lockPerson(queries, id)
  if (!person) throw new AppError('not_found')
  // Made an owner between the two reads: whoever did that is the other owner.
  if (person.role === 'owner' && seen?.role !== 'owner') return { person, lastOwner: false }
  const lastOwner = person.role === 'owner' && person.status === 'active' && !owners.some((owner) => owner !== id)
  return { person, lastOwner }
}
