/** People are found by prefixes of the words of their display name and of the ENS names of their wallets. */

import type { Queries } from '../../platform/store/database.ts'
import { findPerson } from './person.store.ts'
import { findEnsNames, replaceTerms } from './search-index.store.ts'

const WORDS_MAX = 16
const WORD_MAX = 32

export async function indexPerson(queries: Queries, personId: string): Promise<void> {
  const person = await findPerson(queries, personId)
  const own = termsOf(person?.displayName ?? '')
  const names = await findEnsNames(queries, personId)
  const others = [...new Set(names.flatMap(termsOf))].filter((term) => !own.includes(term))
  await replaceTerms(queries, personId, { own, others })
}

export function termsOf(name: string): string[] {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => [...word].slice(0, WORD_MAX).join(''))
  return [...new Set(words)].slice(0, WORDS_MAX)
}
