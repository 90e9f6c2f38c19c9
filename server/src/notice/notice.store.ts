import type { NoticeKind } from '@countersign/contract/notice.ts'
import { type Queries, statement } from '../store/database.ts'

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
const touch = statement('UPDATE person SET touched_at = ? WHERE id = ?')

export async function insertNotice(queries: Queries, notice: NewNotice): Promise<void> {
  const { id, personId, kind, sessionId, device, ip, address, walletId, until, now } = notice
  await queries.run(insert, id, personId, kind, sessionId, device, ip, address, walletId, until, now)
  await queries.run(touch, now, personId)
}
