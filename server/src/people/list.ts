/** Everybody there is, a page at a time, and whoever a search means. */

import { AppError } from '@countersign/contract/errors.ts'
import { limitOf, type PageOf, type Paging } from '@countersign/contract/list.ts'
import type { PersonItem } from '@countersign/contract/people.ts'
import type { Context } from '../context.ts'
import { termsOf } from '../person/term.ts'
import { checksumAddress } from '../proof/address.ts'
import type { Queries } from '../store/database.ts'
import { type Filter, findPeople, findPeopleByIds, type ListedPerson, type Page } from './list.store.ts'
import { type Found, fits, searchAddress, searchWords } from './search.ts'

type Asked = Filter & Paging & { q?: string | undefined }

export async function listPeople(context: Context, asked: Asked): Promise<PageOf<PersonItem>> {
  const limit = limitOf(asked)
  const found = await find(context, asked, { after: readCursor(asked.cursor), most: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(presentPerson), nextCursor: found.length > limit && last ? writeCursor(last) : null }
}

async function find({ store }: Context, { q, role, status }: Asked, page: Page): Promise<Found[]> {
  const filter = { role, status }
  const sought = q?.trim() ?? ''
  if (q === undefined) return (await findPeople(store, filter, page)).map(inOrder)
  if (/^per_[0-9A-Z]{26}$/i.test(sought)) return findOne(store, `per_${sought.slice(4).toUpperCase()}`, filter)
  if (/^0x[0-9a-f]{0,40}$/i.test(sought)) return searchAddress(store, sought.toLowerCase(), filter, page)
  return searchWords(store, termsOf(sought), filter, page)
}

/** Also one who is gone: whoever has the id knows of them. */
async function findOne(queries: Queries, id: string, { role, status }: Filter): Promise<Found[]> {
  const person = (await findPeopleByIds(queries, [id])).get(id)
  return person && fits(person, { role, status: status ?? person.status }) ? [inOrder(person)] : []
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
