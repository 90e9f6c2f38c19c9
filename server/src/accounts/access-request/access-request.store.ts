import { type Queries, statement } from '../../platform/store/database.ts'
import { integer, integerOrNull, oneOf } from '../../platform/store/row.ts'

const STATUSES = ['open', 'accepted', 'declined'] as const

/** `subject` is a person's id or the CAIP-10 id of a wallet; `object` is `site`, or the id of an app or a host. */
export type RequestKey = { subject: string; object: string }

const findLatest = statement(`
  SELECT status, created_at, decided_at FROM access_request WHERE subject = ? AND object = ? ORDER BY id DESC LIMIT 1`)
const removeBySubject = statement('DELETE FROM access_request WHERE subject = ?')
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

export async function removeRequestsOf(queries: Queries, subject: string): Promise<void> {
  await queries.run(removeBySubject, subject)
}

export async function removeOldRequests(queries: Queries, before: number): Promise<void> {
  await queries.run(removeClosed, before)
  await queries.run(removeOpen, before)
}
