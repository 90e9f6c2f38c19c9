import type { NoticeKind } from '@countersign/contract/routes/notice.ts'
import { noticeKinds } from '@countersign/contract/schemas/notice.ts'
import { type Queries, runTogether, statement, writes } from '../../platform/store/database.ts'
import { change } from '../../platform/store/query.ts'
import { integer, integerOrNull, mapRecord, option, type RecordOf, text, textOrNull } from '../../platform/store/row.ts'

export type NoticeContent = {
  personId: string
  kind: NoticeKind
  /** The session that caused it, which does not list it. */
  sessionId?: string | undefined
  wallet?: { id: string; address: string }
  /** The name of the app or protected host. */
  subject?: string
  until?: number
  /** The person caused it by signing in, and is seen now. */
  seen?: boolean
}

type NewNotice = NoticeContent & { id: string; device?: string | undefined; ip?: string | undefined; now: number }

const notices = mapRecord({
  id: text,
  kind: option({ options: noticeKinds }),
  at: ['created_at', integer],
  device: textOrNull,
  ip: textOrNull,
  address: textOrNull,
  walletId: textOrNull,
  subject: textOrNull,
  count: integer,
  until: ['until_at', integerOrNull],
})
type Notice = RecordOf<typeof notices>

const insert = change<Omit<Notice, 'at' | 'count'> & { personId: string; sessionId: string | null; now: number }>(`
  INSERT INTO notice (id, person_id, kind, session_id, device, ip, address, wallet_id, subject, until_at, created_at)
  VALUES (:id, :personId, :kind, :sessionId, :device, :ip, :address, :walletId, :subject, :until, :now)`)
const COLUMNS = 'n.id, n.kind, n.created_at, n.device, n.ip, n.address, n.wallet_id, n.subject, n.until_at'
const IS_SIGN_IN = "(n.kind = 'new_sign_in' OR n.kind = 'phone_sign_in')"
const UNREAD = `
  FROM notice n JOIN wallet w ON w.id = ? AND n.created_at >= w.linked_at
  WHERE n.person_id = ? AND (n.session_id IS NULL OR n.session_id <> ?)
    AND NOT EXISTS (SELECT 1 FROM notice_read r WHERE r.notice_id = n.id AND r.wallet_id = w.id)`
const unread = statement(`
  SELECT ${COLUMNS}, 1 AS count ${UNREAD} AND NOT ${IS_SIGN_IN} ORDER BY n.id DESC LIMIT 50`)
// Any number of one kind takes one place in the list.
const lastSignIns = statement(`
  SELECT * FROM (
    SELECT ${COLUMNS}, count(*) OVER (PARTITION BY n.kind) AS count,
      row_number() OVER (PARTITION BY n.kind ORDER BY n.id DESC) AS place ${UNREAD} AND ${IS_SIGN_IN}) AS latest
  WHERE place = 1`)
const markAsRead = statement(`
  INSERT INTO notice_read (notice_id, wallet_id, read_at) VALUES (?, ?, ?) ON CONFLICT (notice_id, wallet_id) DO NOTHING`)
const markEarlierSignIns = statement(`
  INSERT INTO notice_read (notice_id, wallet_id, read_at)
  SELECT n.id, w.id, ? ${UNREAD} AND n.kind = ? AND n.id < ?
  ON CONFLICT (notice_id, wallet_id) DO NOTHING`)
const markFirstRead = statement(`
  UPDATE notice SET read_at = ? WHERE person_id = ? AND read_at IS NULL
    AND id IN (SELECT notice_id FROM notice_read WHERE wallet_id = ?)`)
const findCause = statement('SELECT session_id, kind FROM notice WHERE id = ? AND person_id = ?')
// Always increases: two changes in one millisecond are two changes.
const touch = writes({ notifies: true, uncached: true })(`
  UPDATE person SET touched_at = CASE WHEN touched_at < ? THEN ? ELSE touched_at + 1 END WHERE id = ?`)
const touchAsSeen = writes({ notifies: true, uncached: true })(`
  UPDATE person SET touched_at = CASE WHEN touched_at < ? THEN ? ELSE touched_at + 1 END, last_seen_at = ? WHERE id = ?`)

export function insertNotice(queries: Queries, notice: NewNotice): Promise<unknown> {
  const { id, personId, kind, wallet, seen, now } = notice
  const { sessionId = null, device = null, ip = null, subject = null, until = null } = notice
  const about = { address: wallet?.address ?? null, walletId: wallet?.id ?? null, subject, until }
  return runTogether(
    insert(queries, { id, personId, kind, sessionId, device, ip, ...about, now }),
    seen ? queries.run(touchAsSeen, now, now, now, personId) : touchPerson(queries, personId, now),
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
  const reader = [walletId, personId, sessionId]
  const [others, signIns] = await runTogether(queries.all(unread, ...reader), queries.all(lastSignIns, ...reader))
  return [...others, ...signIns].map(notices.read).sort((a, b) => (a.id < b.id ? 1 : -1))
}

/** For one wallet. The session that caused the notice cannot mark it. A sign-in is marked with the earlier ones. */
export async function markNoticeRead(
  queries: Queries,
  { id, personId, sessionId, walletId, now }: Reader & { id: string; now: number },
): Promise<'read' | 'unchanged' | 'unknown'> {
  const row = await queries.one(findCause, id, personId)
  if (!row) return 'unknown'
  if (textOrNull(row, 'session_id') === sessionId) return 'unchanged'
  let marked = await queries.run(markAsRead, id, walletId, now)
  const kind = text(row, 'kind')
  if (kind === 'new_sign_in' || kind === 'phone_sign_in')
    marked += await queries.run(markEarlierSignIns, now, walletId, personId, sessionId, kind, id)
  await queries.run(markFirstRead, now, personId, walletId)
  return marked > 0 ? 'read' : 'unchanged'
}

/** `before` is an id, which starts with the time. */
export const removeOldNotices = change<[before: string]>('DELETE FROM notice WHERE id < ?')
