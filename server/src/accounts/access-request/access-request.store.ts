import type { Queries } from '../../platform/store/database.ts'
import { change, changeOne, selectAll, selectCount, selectOne } from '../../platform/store/query.ts'
import { integer, integerOrNull, mapRecord, option, type RecordOf, text, textOrNull } from '../../platform/store/row.ts'

/** `subject` is a person's id or the CAIP-10 id of a wallet; `object` is `site`, or the id of an app or a host. */
const requests = mapRecord({
  id: text,
  subject: text,
  object: text,
  message: textOrNull,
  status: option({ options: ['open', 'accepted', 'declined'] }),
  createdAt: integer,
  decidedAt: integerOrNull,
})

export type RequestRecord = RecordOf<typeof requests>
export type RequestKey = Pick<RequestRecord, 'subject' | 'object'>

export const findLatestRequest = selectOne(requests.read)<RequestKey>(`
  SELECT ${requests.columns} FROM access_request WHERE subject = :subject AND object = :object ORDER BY id DESC LIMIT 1`)

export const removeRequestsOf = change<[subject: string]>('DELETE FROM access_request WHERE subject = ?')

const removeClosed = change<[before: number]>("DELETE FROM access_request WHERE status <> 'open' AND decided_at < ?")
const removeOpen = change<[before: number]>("DELETE FROM access_request WHERE status = 'open' AND created_at < ?")

export async function removeOldRequests(queries: Queries, before: number): Promise<void> {
  await removeClosed(queries, before)
  await removeOpen(queries, before)
}

/** With the app or host itself. */
export const removeRequestsFor = change<[object: string]>('DELETE FROM access_request WHERE object = ?')

export const findRequest = selectOne(requests.read)<[id: string]>(
  `SELECT ${requests.columns} FROM access_request WHERE id = ?`,
)

const findPage = selectAll(requests.read)<[after: string, most: number]>(`
  SELECT ${requests.columns} FROM access_request WHERE status = 'open' AND id < ? ORDER BY id DESC LIMIT ?`)

/** Newest first. `~` follows every id. */
export function findOpenRequests(
  queries: Queries,
  { after = '~', most }: { after?: string | undefined; most: number },
): Promise<RequestRecord[]> {
  return findPage(queries, after, most)
}

const countOpen = selectCount<[]>("SELECT count(*) AS n FROM access_request WHERE status = 'open'")
const countOpenOf = selectCount<[object: string]>(
  "SELECT count(*) AS n FROM access_request WHERE object = ? AND status = 'open'",
)

export function countOpenRequests(queries: Queries, object?: string): Promise<number> {
  return object === undefined ? countOpen(queries) : countOpenOf(queries, object)
}

type NewRequest = Pick<RequestRecord, 'id' | 'subject' | 'object' | 'message'> & { now: number }

/** False when one is open already. */
export const insertRequest = changeOne<NewRequest>(`
  INSERT INTO access_request (id, subject, object, message, status, created_at)
  VALUES (:id, :subject, :object, :message, 'open', :now)
  ON CONFLICT (subject, object) WHERE status = 'open' DO NOTHING`)

/** False when it was closed before. */
export const closeRequestOnce = changeOne<{ id: string; status: 'accepted' | 'declined'; by: string; now: number }>(`
  UPDATE access_request SET status = :status, decided_at = :now, decided_by = :by WHERE id = :id AND status = 'open'`)
