import { type NoticeKind, noticeKinds } from '@countersign/contract/notice.ts'
import { type Queries, statement } from '../store/database.ts'
import { integer, integerOrNull, oneOf, text, textOrNull } from '../store/row.ts'

export type NewNotice = {
  id: string
  personId: string
  kind: NoticeKind
  /** The session that caused it: it does not tell itself. */
  sessionId: string | null
  device: string | null
  ip: string | null
  address: string | null
  walletId: string | null
  until: number | null
  now: number
}

const insert = statement(`
  INSERT INTO notice (id, person_id, kind, session_id, device, ip, address, wallet_id, until_at, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
// A person with more than these does not read the rest either.
const unread = statement(`
  SELECT id, kind, created_at, device, ip, address, wallet_id, until_at FROM notice
  WHERE person_id = ? AND read_at IS NULL AND (session_id IS NULL OR session_id <> ?) ORDER BY id DESC LIMIT 50`)
const markAsRead = statement('UPDATE notice SET read_at = ? WHERE id = ? AND person_id = ? AND read_at IS NULL')
const isThere = statement('SELECT id FROM notice WHERE id = ? AND person_id = ?')
const removeOld = statement('DELETE FROM notice WHERE created_at < ?')
// Always forward: two changes in one millisecond are two.
const touch = statement(`
  UPDATE person SET touched_at = CASE WHEN touched_at < ? THEN ? ELSE touched_at + 1 END WHERE id = ?`)

export async function insertNotice(queries: Queries, notice: NewNotice): Promise<void> {
  const { id, personId, kind, sessionId, device, ip, address, walletId, until, now } = notice
  await queries.run(insert, id, personId, kind, sessionId, device, ip, address, walletId, until, now)
  await touchPerson(queries, personId, now)
}

/** Open pages of the person ask again. */
export async function touchPerson(queries: Queries, personId: string, now: number): Promise<void> {
  await queries.run(touch, now, now, personId)
}

export type UnreadNotice = Pick<NewNotice, 'id' | 'kind' | 'device' | 'ip' | 'address' | 'walletId' | 'until'> & {
  at: number
}

/** Without those the asking session caused, newest first. */
export async function findUnread(
  queries: Queries,
  { personId, sessionId }: { personId: string; sessionId: string },
): Promise<UnreadNotice[]> {
  const rows = await queries.all(unread, personId, sessionId)
  return rows.map((row) => ({
    id: text(row, 'id'),
    kind: oneOf(row, 'kind', noticeKinds),
    at: integer(row, 'created_at'),
    device: textOrNull(row, 'device'),
    ip: textOrNull(row, 'ip'),
    address: textOrNull(row, 'address'),
    walletId: textOrNull(row, 'wallet_id'),
    until: integerOrNull(row, 'until_at'),
  }))
}

export async function markNoticeRead(
  queries: Queries,
  { id, personId, now }: { id: string; personId: string; now: number },
): Promise<'read' | 'read before' | 'unknown'> {
  if ((await queries.run(markAsRead, now, id, personId)) === 1) return 'read'
  return (await queries.one(isThere, id, personId)) ? 'read before' : 'unknown'
}

export function removeOldNotices(queries: Queries, before: number): Promise<number> {
  return queries.run(removeOld, before)
}
