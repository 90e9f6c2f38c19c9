import { AppError } from '@countersign/contract/error/errors.ts'
import type { FoundPerson, PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { limitOf, type PageOf, type Paging } from '@countersign/contract/schemas/list.ts'
import { findGroup } from '../../accounts/group/group.ts'
import {
  findGroupsOfAll,
  findMemberIds,
  findMembersAmong,
  findWholeGroup,
} from '../../accounts/group/group-members.store.ts'
import {
  type Filter,
  findPeople,
  findPeopleByIds,
  type ListedPerson,
  type Page,
} from '../../accounts/person/list-people.store.ts'
import { presentPerson } from '../../accounts/person/present-person.ts'
import { termsOf } from '../../accounts/person/search-index.ts'
import type { Context } from '../../context.ts'
import { invalidField } from '../../platform/invalid-field.ts'
import { readPage } from '../../platform/list-page.ts'
import type { Queries } from '../../platform/store/database.ts'
import {
  applyFilter,
  type Found,
  type PeopleFilter,
  SMALL_GROUP,
  searchAddress,
  searchAddressEnd,
  searchGroup,
  searchWords,
} from './search-people.ts'
import { type Search, searchesFor } from './search-term.ts'

type PeopleQuery = Filter &
  Paging & { q?: string | undefined; group?: string | undefined; markMembersOf?: string | undefined }

export async function listPeople(context: Context, query: PeopleQuery): Promise<PageOf<FoundPerson>> {
  const limit = limitOf(query)
  const found = await findPage(context, query, { after: readCursor(query.cursor), most: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const items = await markMembers(context, await withGroups(context, shown), query.markMembersOf)
  return { items, nextCursor: found.length > limit && last ? writeCursor(last) : null }
}

async function withGroups({ store, now }: Context, people: ListedPerson[]): Promise<FoundPerson[]> {
  const ids = people.map(({ id }) => id)
  const groups = await findGroupsOfAll(store, ids, now())
  return people.map((person) => ({ ...presentPerson(person), groups: groups.get(person.id) ?? [] }))
}

/** For these people only: a group can have any number of members. */
async function markMembers({ store }: Context, people: FoundPerson[], groupId?: string): Promise<FoundPerson[]> {
  if (groupId === undefined) return people
  const ids = people.map(({ id }) => id)
  const members = await findMembersAmong(store, groupId, ids)
  return people.map((person) => ({ ...person, member: members.has(person.id) }))
}

async function findPage(
  { store, now }: Context,
  { q, role, status, group: groupId }: PeopleQuery,
  page: Page,
): Promise<Found[]> {
  const group =
    groupId === undefined ? undefined : await findWholeGroup(store, { id: groupId, now: now(), most: SMALL_GROUP + 1 })
  if (groupId !== undefined && !group) return []
  const wanted = { role, status, group }
  const term = q?.trim() ?? ''
  if (q === undefined && group) return searchGroup(store, { ...wanted, group }, page)
  if (q === undefined) return (await findPeople(store, wanted, page)).map(withPosition)
  if (/^per_[0-9A-Z]{26}$/i.test(term)) return findOne(store, `per_${term.slice(4).toUpperCase()}`, wanted)
  for (const search of searchesFor(term, page)) {
    const found = await runSearch(store, search, { term, wanted, page })
    if (found.length > 0) return found
  }
  return []
}

type Searched = { term: string; wanted: PeopleFilter; page: Page }

function runSearch(queries: Queries, search: Search, { term, wanted, page }: Searched): Promise<Found[]> {
  if (search === 'words') return searchWords(queries, termsOf(term), wanted, page)
  return 'end' in search
    ? searchAddressEnd(queries, search, wanted, page)
    : searchAddress(queries, search, wanted, page)
}

/** A search by id also finds deleted people. */
async function findOne(queries: Queries, id: string, wanted: PeopleFilter): Promise<Found[]> {
  const person = (await findPeopleByIds(queries, [id])).get(id)
  if (!person) return []
  return (await applyFilter(queries, [person], { ...wanted, status: wanted.status ?? person.status })).map(withPosition)
}

function withPosition(person: ListedPerson): Found {
  return { ...person, after: { key: '', id: person.id } }
}

/** The cursor is the id of the last member. */
export async function listMembers({ store }: Context, groupId: string, paging: Paging): Promise<PageOf<PersonItem>> {
  const { rows, nextCursor } = await readPage(paging, {
    cursorForm: /^per_[0-9A-HJKMNP-TV-Z]{26}$/,
    async read(page) {
      if (!(await findGroup(store, groupId))) throw new AppError('not_found')
      return (await findMemberIds(store, groupId, page)).map((id) => ({ id }))
    },
  })
  const people = await findPeopleByIds(
    store,
    rows.map(({ id }) => id),
  )
  return { items: rows.flatMap(({ id }) => people.get(id) ?? []).map(presentPerson), nextCursor }
}

export async function requirePerson({ store }: Context, id: string): Promise<PersonItem> {
  const person = (await findPeopleByIds(store, [id])).get(id)
  if (!person) throw new AppError('not_found')
  return presentPerson(person)
}

function writeCursor({ after }: Found): string {
  return Buffer.from(`${after.id}${after.key}`).toString('base64url')
}

const ID = /^(?:per|wal)_[0-9A-HJKMNP-TV-Z]{26}/

function readCursor(cursor: string | undefined): Page['after'] {
  if (cursor === undefined) return undefined
  const text = Buffer.from(cursor, 'base64url').toString()
  const id = ID.exec(text)?.[0]
  const key = id === undefined ? '' : text.slice(id.length)
  if (id === undefined || /[\0\u{fffd}]/u.test(key)) throw invalidField('/cursor', 'unknown_cursor')
  return { id, key }
}
