import type { Namespace } from '@countersign/contract/family/family.ts'
import type { Role } from '@countersign/contract/permission.ts'
import type { PersonStatus } from '@countersign/contract/routes/person.ts'
import { personStatusSchema, roleSchema } from '@countersign/contract/schemas/person.ts'
import { type Queries, queryInBatches, type Row, type SqlValue, statement } from '../../platform/store/database.ts'
import { integer, integerOrNull, mapRecord, option, text, textOrNull } from '../../platform/store/row.ts'

const people = mapRecord({
  id: text,
  displayName: textOrNull,
  role: option(roleSchema),
  status: option(personStatusSchema),
  createdAt: integer,
  lastSeenAt: integerOrNull,
})
const primaryWallet = mapRecord({ address: textOrNull, ens: ['ens_name', textOrNull] })
const toListed = (row: Row) => ({ ...people.read(row), ...primaryWallet.read(row) })
export type ListedPerson = ReturnType<typeof toListed>

export type Filter = { role?: Role | undefined; status?: PersonStatus | undefined }
export type Page = { after?: { key: string; id: string } | undefined; most: number }

const ITEM = `${people.columnsOf('p')}, ${primaryWallet.columnsOf('w')}`
const PEOPLE = 'person p LEFT JOIN wallet w ON w.id = p.primary_wallet_id'
/** Sorts after every other character. */
const LAST = '\u{10ffff}'

export async function findPeople(queries: Queries, filter: Filter, { after, most }: Page): Promise<ListedPerson[]> {
  const where = conditions(filter)
  if (after) where.add('p.id < ?', after.id)
  const query = statement(`SELECT ${ITEM} FROM ${PEOPLE} WHERE ${where.sql()} ORDER BY p.id DESC LIMIT ?`)
  return (await queries.all(query, ...where.values, most)).map(toListed)
}

export async function findPeopleByIds(queries: Queries, ids: readonly string[]): Promise<Map<string, ListedPerson>> {
  const rows = await queryInBatches(queries, `SELECT ${ITEM} FROM ${PEOPLE} WHERE p.id IN (:keys)`, ids)
  return new Map(rows.map((row) => [text(row, 'id'), toListed(row)]))
}

/** A position in an index. */
export type Match = { personId: string; after: { key: string; id: string } }

const words = statement(`
  SELECT term, person_id FROM person_term WHERE term >= ? AND term < ? ORDER BY term, person_id LIMIT ?`)
// One lower bound: with two, a database may start from the wrong one.
const moreWords = statement(`
  SELECT term, person_id FROM person_term WHERE (term, person_id) > (?, ?) AND term < ?
  ORDER BY term, person_id LIMIT ?`)

/** In index order, so that a page costs the same with any number of matches. */
export async function findWords(queries: Queries, prefix: string, { after, most }: Page): Promise<Match[]> {
  const end = prefix + LAST
  const rows = after ? queries.all(moreWords, after.key, after.id, end, most) : queries.all(words, prefix, end, most)
  return (await rows).map((row) => {
    const personId = text(row, 'person_id')
    return { personId, after: { key: text(row, 'term'), id: personId } }
  })
}

const LINKED = `namespace = ? AND status <> 'removed'`
const addresses = statement(`
  SELECT id, person_id, address, chain FROM wallet WHERE ${LINKED} AND address >= ? AND address < ?
  ORDER BY address, chain LIMIT ?`)
const moreAddresses = statement(`
  SELECT id, person_id, address, chain FROM wallet WHERE ${LINKED} AND (address, chain) > (?, ?) AND address < ?
  ORDER BY address, chain LIMIT ?`)

export type AddressPrefix = { namespace: Namespace; prefix: string }

export async function findAddresses(
  queries: Queries,
  { namespace, prefix }: AddressPrefix,
  { after, most }: Page,
): Promise<Match[]> {
  const end = prefix + LAST
  const [address = '', chain = ''] = after?.key.split(' ') ?? []
  const rows = after
    ? queries.all(moreAddresses, namespace, address, chain, end, most)
    : queries.all(addresses, namespace, prefix, end, most)
  return (await rows).map((row) => ({
    personId: text(row, 'person_id'),
    after: { key: `${text(row, 'address')} ${text(row, 'chain')}`, id: text(row, 'id') },
  }))
}

// Lists show four characters of the end, which are indexed.
const ends = statement(`
  SELECT id, person_id, address, chain FROM wallet
  WHERE lower(substr(address, length(address) - 3)) = ? AND status <> 'removed' AND id > ? ORDER BY id LIMIT ?`)
export const ADDRESS_END_LENGTH = 4
/** Tells the positions of this search from those of others. */
export const END_KEY = '…'

export type AddressEnd = { start: string; end: string }

/** Of wallets whose addresses have the same last characters; the rest of the end is not compared. */
export async function findAddressEnds(queries: Queries, { end }: AddressEnd, { after, most }: Page): Promise<Match[]> {
  const rows = await queries.all(ends, end.slice(-ADDRESS_END_LENGTH).toLowerCase(), after?.id ?? '', most)
  return rows.map((row) => ({
    personId: text(row, 'person_id'),
    after: { key: `${END_KEY}${text(row, 'address')} ${text(row, 'chain')}`, id: text(row, 'id') },
  }))
}

export function findWordsOf(queries: Queries, personIds: readonly string[]): Promise<Map<string, string[]>> {
  return keysOf(queries, 'SELECT person_id, term AS found FROM person_term WHERE person_id IN (:keys)', personIds)
}

export function findAddressesOf(queries: Queries, personIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = `SELECT person_id, address || ' ' || chain AS found FROM wallet`
  return keysOf(queries, `${found} WHERE person_id IN (:keys) AND status <> 'removed'`, personIds)
}

/** Sorted here: with ORDER BY a database may scan the whole index. */
async function keysOf(queries: Queries, sql: string, personIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const row of await queryInBatches(queries, sql, personIds)) {
    const personId = text(row, 'person_id')
    found.set(personId, [...(found.get(personId) ?? []), text(row, 'found')])
  }
  for (const keys of found.values()) keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return found
}

const count = statement(`
  SELECT count(*) AS n FROM (SELECT 1 FROM person_term WHERE term >= ? AND term < ? LIMIT ?) AS few`)

/** Counted up to `most`, to tell rare words from common ones. */
export async function countWord(queries: Queries, word: string, most: number): Promise<number> {
  const row = await queries.one(count, word, word + LAST, most)
  return row ? integer(row, 'n') : 0
}

/** Deleted people are listed on request only. */
function conditions({ role, status }: Filter) {
  const parts: string[] = []
  const values: SqlValue[] = []
  const add = (part: string, ...more: SqlValue[]) => {
    parts.push(part)
    values.push(...more)
  }
  if (status) add('p.status = ?', status)
  else add(`p.status <> 'deleted'`)
  if (role) add('p.role = ?', role)
  return { add, values, sql: () => parts.join(' AND ') }
}
