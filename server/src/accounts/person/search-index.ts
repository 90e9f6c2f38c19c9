/** The words a person is found by: those of their display name, and those of the ENS names of their wallets. */

import type { Queries } from '../../platform/store/database.ts'
import { findNamesOf, replaceTerms } from './search-index.store.ts'
import { termsOf } from './search-terms.ts'

/** The person is held by now. */
export async function indexPerson(queries: Queries, personId: string): Promise<void> {
  const { displayName, ens } = await findNamesOf(queries, personId)
  const own = termsOf(displayName ?? '')
  const others = [...new Set(ens.flatMap(termsOf))].filter((term) => !own.includes(term))
  await replaceTerms(queries, personId, { own, others })
}
