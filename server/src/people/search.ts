/**
 * Whom a search means. Each walks one index and sifts what it finds, so that a page costs the same in a place with a
 * hundred thousand people: no plan of the database's own has to be right for that.
 */

import type { Queries } from '../store/database.ts'
import {
  countWord,
  type Filter,
  findAddresses,
  findAddressesOf,
  findPeople,
  findPeopleByIds,
  findWords,
  findWordsOf,
  type ListedPerson,
  type Match,
  type Page,
} from './list.store.ts'

export type Found = ListedPerson & { after: Match['after'] }

/** How many are read next when those before were not enough: a little more first, then many at once. */
const SOME = 64
const MANY = 256
/** Enough to tell a rare word from a common one. */
const RARE_ENOUGH = 200

/** People with a wallet whose address begins so, in lower case. */
export function searchAddress(queries: Queries, beginning: string, filter: Filter, page: Page): Promise<Found[]> {
  const few = areFew(filter)
  return walk(queries, page, filter, {
    read: (next) => (few ? readPeople(queries, filter, next) : findAddresses(queries, beginning, next)),
    sift: async (matches) => {
      const addresses = await findAddressesOf(queries, peopleOf(matches))
      return matches.filter(({ personId, after }) => {
        const first = addresses.get(personId)?.find((each) => each.startsWith(beginning))
        return first !== undefined && (few || first === after.key)
      })
    },
  })
}

/** People whose name has all these beginnings of words; the walk follows whatever fewest have. */
export async function searchWords(queries: Queries, words: string[], filter: Filter, page: Page): Promise<Found[]> {
  if (words.length === 0) return []
  const rarest = areFew(filter) ? undefined : await findRarest(queries, words)
  return walk(queries, page, filter, {
    read: (next) => (rarest === undefined ? readPeople(queries, filter, next) : findWords(queries, rarest, next)),
    sift: async (matches) => {
      const known = await findWordsOf(queries, peopleOf(matches))
      return matches.filter(({ personId, after }) => {
        const own = known.get(personId) ?? []
        // Whoever has two words that begin so stands where the first of them is.
        const first = rarest === undefined || own.find((each) => each.startsWith(rarest)) === after.key
        return first && words.every((word) => own.some((each) => each.startsWith(word)))
      })
    },
  })
}

type Walk = { read: (page: Page) => Promise<Match[]>; sift: (matches: Match[]) => Promise<Match[]> }

async function walk(queries: Queries, { after, most }: Page, filter: Filter, { read, sift }: Walk): Promise<Found[]> {
  const found: Found[] = []
  let next: Page = { after, most }
  for (let step = 0; ; step++) {
    const matches = await read(next)
    const fitting = matches.length > 0 ? await sift(matches) : []
    const people = await findPeopleByIds(queries, peopleOf(fitting))
    for (const match of fitting) {
      const person = people.get(match.personId)
      if (person && fits(person, filter)) found.push({ ...person, after: match.after })
    }
    if (found.length >= most || matches.length < next.most) return found.slice(0, most)
    next = { after: matches.at(-1)?.after, most: step === 0 ? SOME : MANY }
  }
}

async function readPeople(queries: Queries, filter: Filter, page: Page): Promise<Match[]> {
  const people = await findPeople(queries, filter, page)
  return people.map(({ id }) => ({ personId: id, after: { key: '', id } }))
}

async function findRarest(queries: Queries, words: string[]): Promise<string> {
  const [first = '', ...others] = words
  let rarest = { word: first, times: others.length === 0 ? 0 : await countWord(queries, first, RARE_ENOUGH) }
  for (const word of others) {
    const times = await countWord(queries, word, RARE_ENOUGH)
    if (times < rarest.times) rarest = { word, times }
  }
  return rarest.word
}

/** Fewer people pass the filter than are likely to match the search. */
function areFew({ role, status }: Filter): boolean {
  return (role !== undefined && role !== 'member') || (status !== undefined && status !== 'active')
}

function peopleOf(matches: Match[]): string[] {
  return [...new Set(matches.map(({ personId }) => personId))]
}

export function fits(person: ListedPerson, { role, status }: Filter): boolean {
  return (!role || person.role === role) && (status ? person.status === status : person.status !== 'deleted')
}
