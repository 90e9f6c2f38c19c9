/** Everybody there is, a page at a time, and whoever a search means. */

import { AppError } from '@countersign/contract/errors.ts'
import { limitOf, type PageOf, type Paging } from '@countersign/contract/list.ts'
import type { PersonItem } from '@countersign/contract/people.ts'
import type { Context } from '../context.ts'
import { termsOf } from '../person/term.ts'
import { checksumAddress } from '../proof/address.ts'
import {
  countWord,
  type Filter,
  findListedPerson,
  findPeople,
  findPeopleByAddress,
  findPeopleByWords,
  type ListedPerson,
  type Page,
} from './list.store.ts'

type Asked = Filter & Paging & { q?: string | undefined }

export async function listPeople(context: Context, asked: Asked): Promise<PageOf<PersonItem>> {
  const limit = limitOf(asked)
  const found = await find(context, asked, { after: readCursor(asked.cursor), most: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(presentPerson), nextCursor: found.length > limit && last ? writeCursor(last) : null }
}

function find(context: Context, { q, role, status }: Asked, page: Page): Promise<ListedPerson[]> {
  const filter = { role, status }
  const sought = q?.trim() ?? ''
  if (q === undefined) return findPeople(context.store, filter, page)
  if (/^per_[0-9A-Z]{26}$/i.test(sought)) return findOne(context, sought, filter)
  if (/^0x[0-9a-f]{0,40}$/i.test(sought))
    return findPeopleByAddress(context.store, { ...filter, address: sought.toLowerCase() }, page)
  return findNamed(context, termsOf(sought), filter, page)
}

async function findOne({ store }: Context, typed: string, { role, status }: Filter): Promise<ListedPerson[]> {
  const person = await findListedPerson(store, `per_${typed.slice(4).toUpperCase()}`)
  const fits = person && (!role || person.role === role) && (!status || person.status === status)
  return fits ? [person] : []
}

/** Enough to tell a rare word from a common one. */
const RARE_ENOUGH = 200

/** Begins with whatever fewest people have: one of the filters, or the rarest word. */
async function findNamed({ store }: Context, words: string[], filter: Filter, page: Page): Promise<ListedPerson[]> {
  const { role, status } = filter
  if (words.length === 0) return []
  if ((role && role !== 'member') || (status && status !== 'active'))
    return findPeople(store, { ...filter, words }, page)
  const counted = await Promise.all(
    words.map(async (word) => ({ word, times: words.length === 1 ? 0 : await countWord(store, word, RARE_ENOUGH) })),
  )
  const [rarest = '', ...others] = counted.sort((a, b) => a.times - b.times).map(({ word }) => word)
  return findPeopleByWords(store, { ...filter, word: rarest, others }, page)
}

export function presentPerson({ after: _, address, createdAt, lastSeenAt, ...person }: ListedPerson): PersonItem {
  return {
    ...person,
    address: address === null ? null : checksumAddress(address),
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
  }
}

function writeCursor({ after }: ListedPerson): string {
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
