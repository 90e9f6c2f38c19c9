import type { NoticeKind } from '@countersign/contract/routes/notice.ts'
import { noticeKinds } from '@countersign/contract/schemas/notice.ts'
import { type Queries, statement, writes } from '../../platform/store/database.ts'
import { integer, integerOrNull, oneOf, text, textOrNull } from '../../platform/store/row.ts'
import { runTogether } from '../../platform/store/run-together.ts'

export type NoticeContent = {
  personId: string
  kind: NoticeKind
  /** The session that caused it, which does not list it. */
  sessionId?: string | undefined
  wallet?: { id: string; address: string }
  until?: number
  /** The person caused it by signing in, and is seen now. */
  seen?: boolean
}

type NewNotice = NoticeContent & { id: string; device?: string | undefined; ip?: string | undefined; now: number }

const insert = writes('notice')(`
  INSERT INTO notice (id, person_id, kind, session_id, device, ip, address, wallet_id, until_at, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
const unread = statement(`
  SELECT n.id, n.kind, n.created_at, n.device, n.ip, n.address, n.wallet_id, n.until_at
  FROM notice n JOIN wallet w ON w.id = ? AND n.created_at >= w.linked_at
  WHERE n.person_id = ? AND (n.session_id IS NULL OR n.session_id <> ?)
    AND NOT EXISTS (SELECT 1 FROM notice_read r WHERE r.notice_id = n.id AND r.wallet_id = w.id)
  ORDER BY n.id DESC LIMIT 50`)
const markAsRead = writes('notice_read')(`
  INSERT INTO notice_read (notice_id, wallet_id, read_at) VALUES (?, ?, ?) ON CONFLICT (notice_id, wallet_id) DO NOTHING`)
const markFirstRead = writes('notice')('UPDATE notice SET read_at = ? WHERE id = ? AND read_at IS NULL')
const findCause = statement('SELECT session_id FROM notice WHERE id = ? AND person_id = ?')
const removeOld = statement('DELETE FROM notice WHERE id < ?')
// Always increases: two changes in one millisecond are two changes.
const touch = writes('person', { notifies: true, uncached: true })(`
  UPDATE person SET touched_at = CASE WHEN touched_at < ? THEN ? ELSE touched_at + 1 END WHERE id = ?`)
const touchAsSeen = writes('person', { notifies: true, uncached: true })(`
  UPDATE person SET touched_at = CASE WHEN touched_at < ? THEN ? ELSE touched_at + 1 END, last_seen_at = ? WHERE id = ?`)

export function insertNotice(queries: Queries, notice: NewNotice): Promise<unknown> {
  const { id, personId, kind, sessionId = null, device = null, ip = null, wallet, until = null, now } = notice
  const about = [wallet?.address ?? null, wallet?.id ?? null, until]
  return runTogether(
    queries.run(insert, id, personId, kind, sessionId, device, ip, ...about, now),
    notice.seen ? queries.run(touchAsSeen, now, now, now, personId) : touchPerson(queries, personId, now),
  )
}

/** Makes open pages of the person fetch their state again. */
export function touchPerson(queries: Queries, personId: string, now: number): Promise<number> {
  return queries.run(touch, now, now, personId)
}

/** A session, and the wallet it was signed in with. */
export type Reader = { personId: string; sessionId: string; walletId: string }

/** Newest first, without those the session caused. */
export async function findUnread(queries: Queries, { personId, sessionId, walletId }: Reader) {
  const rows = await queries.all(unread, walletId, personId, sessionId)
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

/** For one wallet. The session that caused the notice cannot mark it. */
export async function markNoticeRead(
  queries: Queries,
  { id, personId, sessionId, walletId, now }: Reader & { id: string; now: number },
): Promise<'read' | 'unchanged' | 'unknown'> {
  const row = await queries.one(findCause, id, personId)
  if (!row) return 'unknown'
  if (textOrNull(row, 'session_id') === sessionId) return 'unchanged'
  await queries.run(markFirstRead, now, id)
  return (await queries.run(markAsRead, id, walletId, now)) === 1 ? 'read' : 'unchanged'
}

/** `before` is an id, which starts with the time. */
export function removeOldNotices(queries: Queries, before: string): Promise<number> {
  return queries.run(removeOld, before)
}
