/** Each search scans one index and filters, so that a page costs the same with any number of people. */

import { findIdsAmong, findIdsInGroup, type WholeGroup } from '../../accounts/group/group-members.store.ts'
import * as store from '../../accounts/person/list-people.store.ts'
import type { Queries } from '../../platform/store/database.ts'

export type Found = store.ListedPerson & { after: store.Match['after'] }
/** The size of a group decides which index is scanned. */
export type PeopleFilter = store.Filter & { group?: WholeGroup | undefined }

/** Rows to read when a page is not full yet. */
const SECOND_BATCH = 64
const LATER_BATCH = 256
/** Enough to tell rare words from common ones. */
const COUNT_LIMIT = 200
/** Up to this size a whole group is read faster than an index of everyone. */
export const SMALL_GROUP = 1000

export function searchGroup(queries: Queries, wanted: PeopleFilter, page: store.Page): Promise<Found[]> {
  const { group, ...filter } = wanted
  // Read from the group, so membership is not checked again.
  return scan(queries, page, scansGroup(group, filter) ? filter : wanted, {
    read: (next) => readPeople(queries, wanted, next),
    filterMatches: async (matches) => matches,
  })
}

export function searchAddress(
  queries: Queries,
  address: store.AddressPrefix,
  wanted: PeopleFilter,
  page: store.Page,
): Promise<Found[]> {
  const byPerson = scansPeople(wanted, page)
  return scan(queries, page, wanted, {
    read: (next) => (byPerson ? readPeople(queries, wanted, next) : store.findAddresses(queries, address, next)),
    filterMatches: async (matches) => {
      const addresses = await store.findAddressesOf(queries, personIdsOf(matches))
      return matches.filter(({ personId, after }) => {
        const first = addresses.get(personId)?.find((each) => each.startsWith(address.prefix))
        return first !== undefined && (byPerson || first === after.key)
      })
    },
  })
}

/** Only in base58 the case has a meaning. */
export function searchAddressEnd(
  queries: Queries,
  wantedEnd: store.AddressEnd,
  wanted: PeopleFilter,
  page: store.Page,
): Promise<Found[]> {
  const byPerson = scansPeople(wanted, page)
  const isMatch = (account: string) => {
    const [address = ''] = account.split(' ')
    const typed = (part: string) => (/^(?:0x|bc1)/.test(address) ? part.toLowerCase() : part)
    return address.startsWith(typed(wantedEnd.start)) && address.endsWith(typed(wantedEnd.end))
  }
  return scan(queries, page, wanted, {
    read: (next) => (byPerson ? readPeople(queries, wanted, next) : store.findAddressEnds(queries, wantedEnd, next)),
    filterMatches: async (matches) => {
      const addresses = await store.findAddressesOf(queries, personIdsOf(matches))
      return matches.filter(({ personId, after }) => {
        const first = addresses.get(personId)?.find(isMatch)
        // With two matching wallets, the first one is the position.
        return first !== undefined && (byPerson || `${store.END_KEY}${first}` === after.key)
      })
    },
  })
}

/** By prefixes of words, all of which must match. Scans the index of the rarest. */
export async function searchWords(
  queries: Queries,
  words: string[],
  wanted: PeopleFilter,
  page: store.Page,
): Promise<Found[]> {
  if (words.length === 0) return []
  const rarest = scansPeople(wanted, page) ? undefined : await findRarest(queries, words)
  return scan(queries, page, wanted, {
    read: (next) => (rarest === undefined ? readPeople(queries, wanted, next) : store.findWords(queries, rarest, next)),
    filterMatches: async (matches) => {
      const wordsOf = await store.findWordsOf(queries, personIdsOf(matches))
      return matches.filter(({ personId, after }) => {
        const own = wordsOf.get(personId) ?? []
        // With two matching words, the first one is the position.
        const first = rarest === undefined || own.find((each) => each.startsWith(rarest)) === after.key
        return first && words.every((word) => own.some((each) => each.startsWith(word)))
      })
    },
  })
}

type Scan = {
  read: (page: store.Page) => Promise<store.Match[]>
  filterMatches: (matches: store.Match[]) => Promise<store.Match[]>
}

async function scan(
  queries: Queries,
  { after, most }: store.Page,
  wanted: PeopleFilter,
  { read, filterMatches }: Scan,
): Promise<Found[]> {
  const found: Found[] = []
  let next: store.Page = { after, most }
  for (let step = 0; ; step++) {
    const matches = await read(next)
    const matching = matches.length > 0 ? await filterMatches(matches) : []
    const people = await store.findPeopleByIds(queries, personIdsOf(matching))
    const candidates = matching.flatMap(({ personId, after }) => {
      const person = people.get(personId)
      return person ? [{ ...person, after }] : []
    })
    found.push(...(await applyFilter(queries, candidates, wanted)))
    if (found.length >= most || matches.length < next.most) return found.slice(0, most)
    next = { after: matches.at(-1)?.after, most: step === 0 ? SECOND_BATCH : LATER_BATCH }
  }
}

/** Newest first, from whichever is smaller: the group or the filtered people. */
async function readPeople(
  queries: Queries,
  { group, ...filter }: PeopleFilter,
  page: store.Page,
): Promise<store.Match[]> {
  const ids = scansGroup(group, filter)
    ? await findIdsInGroup(queries, group, { after: page.after?.id, most: page.most })
    : (await store.findPeople(queries, filter, page)).map(({ id }) => id)
  return ids.map((id) => ({ personId: id, after: { key: '', id } }))
}

function scansGroup(group: PeopleFilter['group'], filter: store.Filter): group is NonNullable<PeopleFilter['group']> {
  return group !== undefined && (group.size <= SMALL_GROUP || !isRare(filter))
}

async function findRarest(queries: Queries, words: string[]): Promise<string> {
  const [first = '', ...others] = words
  let rarest = { word: first, times: others.length === 0 ? 0 : await store.countWord(queries, first, COUNT_LIMIT) }
  for (const word of others) {
    const times = await store.countWord(queries, word, COUNT_LIMIT)
    if (times < rarest.times) rarest = { word, times }
  }
  return rarest.word
}

/** Decided once for all pages of a search: positions in the two indexes differ, and groups grow. */
function scansPeople({ group, ...filter }: PeopleFilter, { after }: store.Page): boolean {
  if (after) return after.key === ''
  return isRare(filter) || (group !== undefined && group.size <= SMALL_GROUP)
}

function isRare({ role, status }: store.Filter): boolean {
  return (role !== undefined && role !== 'member') || (status !== undefined && status !== 'active')
}

function personIdsOf(matches: store.Match[]): string[] {
  return [...new Set(matches.map(({ personId }) => personId))]
}

export async function applyFilter<Person extends store.ListedPerson>(
  queries: Queries,
  people: Person[],
  { group, role, status }: PeopleFilter,
): Promise<Person[]> {
  const matching = people.filter(
    (person) => (!role || person.role === role) && (status ? person.status === status : person.status !== 'deleted'),
  )
  if (!group) return matching
  const ids = matching.map(({ id }) => id)
  const members = await findIdsAmong(queries, group, ids)
  return matching.filter(({ id }) => members.has(id))
}
