/** Lists and searches people. */

import { AppError } from '@countersign/contract/errors.ts'
import type { FoundPerson, PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { limitOf, type PageOf, type Paging } from '@countersign/contract/schemas/list.ts'
import { findGroup } from '../../accounts/group/group.ts'
import { termsOf } from '../../accounts/person/search-index.ts'
import type { Context } from '../../context.ts'
import { checksumAddress } from '../../platform/crypto/ethereum-address.ts'
import type { Queries } from '../../platform/store/database.ts'
import { findGroupsOfAll, findMembersAmong } from './group-members.store.ts'
import { type Filter, findPeople, findPeopleByIds, type ListedPerson, type Page } from './list-people.store.ts'
import { type Found, keepWanted, searchAddress, searchGroup, searchWords, type Wanted } from './search-people.ts'

type PeopleQuery = Filter &
  Paging & { q?: string | undefined; group?: string | undefined; markMembersOf?: string | undefined }

export async function listPeople(context: Context, query: PeopleQuery): Promise<PageOf<FoundPerson>> {
  const limit = limitOf(query)
  const found = await find(context, query, { after: readCursor(query.cursor), most: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const items = await markMembers(context, await withGroups(context, shown), query.markMembersOf)
  return { items, nextCursor: found.length > limit && last ? writeCursor(last) : null }
}

async function withGroups({ store }: Context, people: ListedPerson[]): Promise<FoundPerson[]> {
  const ids = people.map(({ id }) => id)
  const groups = await findGroupsOfAll(store, ids)
  return people.map((person) => ({ ...presentPerson(person), groups: groups.get(person.id) ?? [] }))
}

/** For these people only: a group can have any number of members. */
async function markMembers({ store }: Context, people: FoundPerson[], groupId?: string): Promise<FoundPerson[]> {
  if (groupId === undefined) return people
  const ids = people.map(({ id }) => id)
  const members = await findMembersAmong(store, groupId, ids)
  return people.map((person) => ({ ...person, member: members.has(person.id) }))
}

async function find(
  { store }: Context,
  { q, role, status, group: groupId }: PeopleQuery,
  page: Page,
): Promise<Found[]> {
  const group = groupId === undefined ? undefined : await findGroup(store, groupId)
  if (groupId !== undefined && !group) return []
  const wanted = { role, status, group }
  const sought = q?.trim() ?? ''
  if (q === undefined && group) return searchGroup(store, { ...wanted, group }, page)
  if (q === undefined) return (await findPeople(store, wanted, page)).map(inOrder)
  if (/^per_[0-9A-Z]{26}$/i.test(sought)) return findOne(store, `per_${sought.slice(4).toUpperCase()}`, wanted)
  if (/^0x[0-9a-f]{0,40}$/i.test(sought)) return searchAddress(store, sought.toLowerCase(), wanted, page)
  return searchWords(store, termsOf(sought), wanted, page)
}

/** A search by id also finds deleted people. */
async function findOne(queries: Queries, id: string, wanted: Wanted): Promise<Found[]> {
  const person = (await findPeopleByIds(queries, [id])).get(id)
  if (!person) return []
  return (await keepWanted(queries, [person], { ...wanted, status: wanted.status ?? person.status })).map(inOrder)
}

function inOrder(person: ListedPerson): Found {
  return { ...person, after: { key: '', id: person.id } }
}

export function presentPerson({ id, displayName, role, status, address, ens, ...times }: ListedPerson): PersonItem {
  const { createdAt, lastSeenAt } = times
  return {
    ...{ id, displayName, role, status, ens },
    address: address === null ? null : checksumAddress(address),
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
  }
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
  if (id === undefined || /[\0\u{fffd}]/u.test(key))
    throw new AppError('invalid_body', { fields: [{ path: '/cursor', code: 'unknown_cursor' }] })
  return { id, key }
}
