/** The search index: words of a person's display name and of the ENS names of their wallets. */

import type { Queries } from '../../platform/store/database.ts'
import { findNamesOf, replaceTerms } from './search-index.store.ts'
import { termsOf } from './search-terms.ts'

export async function indexPerson(queries: Queries, personId: string): Promise<void> {
  const { displayName, ens } = await findNamesOf(queries, personId)
  const own = termsOf(displayName ?? '')
  const others = [...new Set(ens.flatMap(termsOf))].filter((term) => !own.includes(term))
  await replaceTerms(queries, personId, { own, others })
}
