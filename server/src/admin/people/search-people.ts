/**
 * Searches people. Each search walks one index and filters, so that a page costs the same with any number of people.
 */

import type { Queries } from '../../platform/store/database.ts'
import { findMemberIds, findMembersAmong } from './group-members.store.ts'
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
} from './list-people.store.ts'

export type Found = ListedPerson & { after: Match['after'] }
/** The size of a group decides which index to walk. */
export type Wanted = Filter & { group?: { id: string; members: number } | undefined }

/** Rows to read when a page is not full yet: few first, then many. */
const SOME = 64
const MANY = 256
/** Enough to tell rare words from common ones. */
const RARE_ENOUGH = 200
/** Up to this size a whole group is read faster than an index of everyone. */
const SMALL_GROUP = 1000

export function searchGroup(queries: Queries, wanted: Wanted, page: Page): Promise<Found[]> {
  const { group, ...filter } = wanted
  // Read from the group, so membership is not checked again.
  return walk(queries, page, leadsAlong(group, filter) ? filter : wanted, {
    read: (next) => readPeople(queries, wanted, next),
    sift: async (matches) => matches,
  })
}

/** By the prefix of an address, in lower case. */
export function searchAddress(queries: Queries, beginning: string, wanted: Wanted, page: Page): Promise<Found[]> {
  const few = areFew(wanted, page)
  return walk(queries, page, wanted, {
    read: (next) => (few ? readPeople(queries, wanted, next) : findAddresses(queries, beginning, next)),
    sift: async (matches) => {
      const addresses = await findAddressesOf(queries, peopleOf(matches))
      return matches.filter(({ personId, after }) => {
        const first = addresses.get(personId)?.find((each) => each.startsWith(beginning))
        return first !== undefined && (few || first === after.key)
      })
    },
  })
}

/** By prefixes of words, all of which must match. Walks the index of the rarest. */
export async function searchWords(queries: Queries, words: string[], wanted: Wanted, page: Page): Promise<Found[]> {
  if (words.length === 0) return []
  const rarest = areFew(wanted, page) ? undefined : await findRarest(queries, words)
  return walk(queries, page, wanted, {
    read: (next) => (rarest === undefined ? readPeople(queries, wanted, next) : findWords(queries, rarest, next)),
    sift: async (matches) => {
      const known = await findWordsOf(queries, peopleOf(matches))
      return matches.filter(({ personId, after }) => {
        const own = known.get(personId) ?? []
        // With two matching words, the first one is the position.
        const first = rarest === undefined || own.find((each) => each.startsWith(rarest)) === after.key
        return first && words.every((word) => own.some((each) => each.startsWith(word)))
      })
    },
  })
}

type Walk = { read: (page: Page) => Promise<Match[]>; sift: (matches: Match[]) => Promise<Match[]> }

async function walk(queries: Queries, { after, most }: Page, wanted: Wanted, { read, sift }: Walk): Promise<Found[]> {
  const found: Found[] = []
  let next: Page = { after, most }
  for (let step = 0; ; step++) {
    const matches = await read(next)
    const fitting = matches.length > 0 ? await sift(matches) : []
    const people = await findPeopleByIds(queries, peopleOf(fitting))
    const candidates = fitting.flatMap(({ personId, after }) => {
      const person = people.get(personId)
      return person ? [{ ...person, after }] : []
    })
    found.push(...(await keepWanted(queries, candidates, wanted)))
    if (found.length >= most || matches.length < next.most) return found.slice(0, most)
    next = { after: matches.at(-1)?.after, most: step === 0 ? SOME : MANY }
  }
}

/** Newest first, from whichever is smaller: the group or the filtered people. */
async function readPeople(queries: Queries, { group, ...filter }: Wanted, page: Page): Promise<Match[]> {
  const ids = leadsAlong(group, filter)
    ? await findMemberIds(queries, group.id, { after: page.after?.id, most: page.most })
    : (await findPeople(queries, filter, page)).map(({ id }) => id)
  return ids.map((id) => ({ personId: id, after: { key: '', id } }))
}

function leadsAlong(group: Wanted['group'], filter: Filter): group is NonNullable<Wanted['group']> {
  return group !== undefined && (group.members <= SMALL_GROUP || !isRare(filter))
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

/** Decided once for all pages of a search: positions in the two indexes differ, and groups grow. */
function areFew({ group, ...filter }: Wanted, { after }: Page): boolean {
  if (after) return after.key === ''
  return isRare(filter) || (group !== undefined && group.members <= SMALL_GROUP)
}

function isRare({ role, status }: Filter): boolean {
  return (role !== undefined && role !== 'member') || (status !== undefined && status !== 'active')
}

function peopleOf(matches: Match[]): string[] {
  return [...new Set(matches.map(({ personId }) => personId))]
}

export async function keepWanted<Person extends ListedPerson>(
  queries: Queries,
  people: Person[],
  { group, role, status }: Wanted,
): Promise<Person[]> {
  const fitting = people.filter(
    (person) => (!role || person.role === role) && (status ? person.status === status : person.status !== 'deleted'),
  )
  if (!group) return fitting
  const ids = fitting.map(({ id }) => id)
  const members = await findMembersAmong(queries, group.id, ids)
  return fitting.filter(({ id }) => members.has(id))
}
