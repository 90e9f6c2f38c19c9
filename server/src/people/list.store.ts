import { type PersonStatus, personStatusSchema, type Role, roleSchema } from '@countersign/contract/person.ts'
import { composedStatement, type Queries, type Row, type SqlValue, statement } from '../store/database.ts'
import { integer, integerOrNull, oneOf, text, textOrNull } from '../store/row.ts'

export type ListedPerson = {
  id: string
  displayName: string | null
  address: string | null
  role: Role
  status: PersonStatus
  createdAt: number
  lastSeenAt: number | null
  /** Where a search goes on after this one. */
  after: { key: string; id: string }
}

export type Filter = { role?: Role | undefined; status?: PersonStatus | undefined }
export type Page = { after?: { key: string; id: string } | undefined; most: number }

const ITEM = 'p.id, p.display_name, p.role, p.status, p.created_at, p.last_seen_at, w.address'
const PEOPLE = 'person p LEFT JOIN wallet w ON w.id = p.primary_wallet_id'
/** One that can follow no other character. */
const LAST = '\u{10ffff}'

/** Newest first. `words` are beginnings, all of which a name must have. */
export async function findPeople(
  queries: Queries,
  { words = [], ...filter }: Filter & { words?: readonly string[] },
  { after, most }: Page,
): Promise<ListedPerson[]> {
  const where = conditions(filter)
  for (const word of words) where.add(HAS_WORD, word, word + LAST)
  if (after) where.add('p.id < ?', after.id)
  const query = composedStatement(`
    SELECT ${ITEM}, '' AS found_key, p.id AS found_id FROM ${PEOPLE} WHERE ${where.sql()} ORDER BY p.id DESC LIMIT ?`)
  return (await queries.all(query, ...where.values, most)).map(toListed)
}

const HAS_WORD = 'EXISTS (SELECT 1 FROM person_term o WHERE o.person_id = p.id AND o.term >= ? AND o.term < ?)'

/**
 * In the order of the word that was found, so that a page costs the same however many people match.
 * A person with two such words stands where the first of them is.
 */
export async function findPeopleByWords(
  queries: Queries,
  { word, others, ...filter }: Filter & { word: string; others: readonly string[] },
  { after, most }: Page,
): Promise<ListedPerson[]> {
  const where = conditions(filter)
  where.add('m.term >= ? AND m.term < ?', word, word + LAST)
  where.add(
    'NOT EXISTS (SELECT 1 FROM person_term o WHERE o.person_id = m.person_id AND o.term >= ? AND o.term < m.term)',
    word,
  )
  for (const other of others) where.add(HAS_WORD, other, other + LAST)
  if (after) where.add('(m.term, m.person_id) > (?, ?)', after.key, after.id)
  const query = composedStatement(`
    SELECT ${ITEM}, m.term AS found_key, m.person_id AS found_id
    FROM person_term m JOIN person p ON p.id = m.person_id LEFT JOIN wallet w ON w.id = p.primary_wallet_id
    WHERE ${where.sql()} ORDER BY m.term, m.person_id LIMIT ?`)
  return (await queries.all(query, ...where.values, most)).map(toListed)
}

/** The same for the beginning of an address, in lower case, of any wallet they have. */
export async function findPeopleByAddress(
  queries: Queries,
  { address, ...filter }: Filter & { address: string },
  { after, most }: Page,
): Promise<ListedPerson[]> {
  const where = conditions(filter)
  where.add(
    `m.namespace = 'eip155' AND m.status <> 'removed' AND m.address >= ? AND m.address < ?`,
    address,
    `${address}g`,
  )
  where.add(
    `NOT EXISTS (SELECT 1 FROM wallet o WHERE o.person_id = m.person_id AND o.status <> 'removed' AND o.address >= ?
      AND (o.address, o.id) < (m.address, m.id))`,
    address,
  )
  if (after) where.add('(m.address, m.id) > (?, ?)', after.key, after.id)
  const query = composedStatement(`
    SELECT ${ITEM}, m.address AS found_key, m.id AS found_id
    FROM wallet m JOIN person p ON p.id = m.person_id LEFT JOIN wallet w ON w.id = p.primary_wallet_id
    WHERE ${where.sql()} ORDER BY m.address, m.id LIMIT ?`)
  return (await queries.all(query, ...where.values, most)).map(toListed)
}

const byId = statement(`SELECT ${ITEM}, '' AS found_key, p.id AS found_id FROM ${PEOPLE} WHERE p.id = ?`)

export async function findListedPerson(queries: Queries, id: string): Promise<ListedPerson | undefined> {
  const row = await queries.one(byId, id)
  return row && toListed(row)
}

const count = statement(
  'SELECT count(*) AS n FROM (SELECT 1 FROM person_term WHERE term >= ? AND term < ? LIMIT ?) AS few',
)

/** How many names have such a word, counted up to `most`: enough to tell rare from common. */
export async function countWord(queries: Queries, word: string, most: number): Promise<number> {
  const row = await queries.one(count, word, word + LAST, most)
  return row ? integer(row, 'n') : 0
}

/** Those who are gone are listed only when they are asked for. */
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

function toListed(row: Row): ListedPerson {
  return {
    id: text(row, 'id'),
    displayName: textOrNull(row, 'display_name'),
    address: textOrNull(row, 'address'),
    role: oneOf(row, 'role', roleSchema.options),
    status: oneOf(row, 'status', personStatusSchema.options),
    createdAt: integer(row, 'created_at'),
    lastSeenAt: integerOrNull(row, 'last_seen_at'),
    after: { key: text(row, 'found_key'), id: text(row, 'found_id') },
  }
}
