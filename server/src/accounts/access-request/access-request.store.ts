import { type Queries, type Row, statement } from '../../platform/store/database.ts'
import { change, changeOne, selectOne } from '../../platform/store/query.ts'
import { integer, integerOrNull, oneOf, text, textOrNull } from '../../platform/store/row.ts'

const STATUSES = ['open', 'accepted', 'declined'] as const

/** `subject` is a person's id or the CAIP-10 id of a wallet; `object` is `site`, or the id of an app or a host. */
export type RequestKey = { subject: string; object: string }

export type RequestRecord = RequestKey & {
  id: string
  message: string | null
  status: (typeof STATUSES)[number]
  createdAt: number
  decidedAt: number | null
}

const findLatest = statement(`
  SELECT status, created_at, decided_at FROM access_request WHERE subject = ? AND object = ? ORDER BY id DESC LIMIT 1`)
const COLUMNS = 'id, subject, object, message, status, created_at, decided_at'
const page = statement(`
  SELECT ${COLUMNS} FROM access_request WHERE status = 'open' AND id < ? ORDER BY id DESC LIMIT ?`)
const countOpen = statement("SELECT count(*) AS n FROM access_request WHERE status = 'open'")
const countOpenOf = statement("SELECT count(*) AS n FROM access_request WHERE object = ? AND status = 'open'")
const insert = statement(`
  INSERT INTO access_request (id, subject, object, message, status, created_at) VALUES (?, ?, ?, ?, 'open', ?)
  ON CONFLICT (subject, object) WHERE status = 'open' DO NOTHING`)
const removeClosed = statement("DELETE FROM access_request WHERE status <> 'open' AND decided_at < ?")
const removeOpen = statement("DELETE FROM access_request WHERE status = 'open' AND created_at < ?")

export async function findLatestRequest(queries: Queries, { subject, object }: RequestKey) {
  const row = await queries.one(findLatest, subject, object)
  return (
    row && {
      status: oneOf(row, 'status', STATUSES),
      createdAt: integer(row, 'created_at'),
      decidedAt: integerOrNull(row, 'decided_at'),
    }
  )
}

export const removeRequestsOf = change<[subject: string]>('DELETE FROM access_request WHERE subject = ?')

export async function removeOldRequests(queries: Queries, before: number): Promise<void> {
  await queries.run(removeClosed, before)
  await queries.run(removeOpen, before)
}

/** With the app or host itself. */
export const removeRequestsFor = change<[object: string]>('DELETE FROM access_request WHERE object = ?')

export const findRequest = selectOne(toRequest)<[id: string]>(`SELECT ${COLUMNS} FROM access_request WHERE id = ?`)

/** Newest first. `~` follows every id. */
export async function findOpenRequests(
  queries: Queries,
  { after = '~', most }: { after?: string | undefined; most: number },
): Promise<RequestRecord[]> {
  return (await queries.all(page, after, most)).map(toRequest)
}

export async function countOpenRequests(queries: Queries, object?: string): Promise<number> {
  const row = object === undefined ? await queries.one(countOpen) : await queries.one(countOpenOf, object)
  return row ? integer(row, 'n') : 0
}

/** False when one is open already. */
export async function insertRequest(
  queries: Queries,
  request: Pick<RequestRecord, 'id' | 'subject' | 'object' | 'message'> & { now: number },
): Promise<boolean> {
  const { id, subject, object, message, now } = request
  return (await queries.run(insert, id, subject, object, message, now)) === 1
}

/** False when it was closed before. */
export const closeRequestOnce = changeOne<{ id: string; status: 'accepted' | 'declined'; by: string; now: number }>(`
  UPDATE access_request SET status = :status, decided_at = :now, decided_by = :by WHERE id = :id AND status = 'open'`)

function toRequest(row: Row): RequestRecord {
  return {
    id: text(row, 'id'),
    subject: text(row, 'subject'),
    object: text(row, 'object'),
    message: textOrNull(row, 'message'),
    status: oneOf(row, 'status', STATUSES),
    createdAt: integer(row, 'created_at'),
    decidedAt: integerOrNull(row, 'decided_at'),
  }
}
