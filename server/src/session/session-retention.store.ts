import { change, selectAll } from '../platform/store/query.ts'
import { integer, mapRecord, text } from '../platform/store/row.ts'

const ips = mapRecord({ id: text, first: ['ip_first', text], last: ['ip_last', text], lastSeenAt: integer })

/** Those whose sessions are live, or expired and still used by apps with offline access. */
export const findPeopleWithSessions = selectAll((row) => text(row, 'person_id'))<
  [startedUntil: number, limit: number]
>(`
  SELECT DISTINCT person_id FROM session
  WHERE created_at <= ? AND (ended_at IS NULL OR end_reason IN ('idle', 'expired')) ORDER BY person_id LIMIT ?`)

/** Sessions with an IP address that is not truncated yet, by id. */
export const findFullIps = selectAll(ips.read)<{ after: string; before: string; limit: number }>(`
  SELECT ${ips.columns} FROM session
  WHERE ip_whole = 1 AND id > :after AND id < :before ORDER BY id LIMIT :limit`)

export const updateIps = change<{ id: string; first: string; last: string; full: boolean }>(
  'UPDATE session SET ip_first = :first, ip_last = :last, ip_whole = :full WHERE id = :id',
)
