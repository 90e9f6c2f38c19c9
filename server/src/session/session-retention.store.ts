import { change, selectAll } from '../platform/store/query.ts'
import { integer, mapRecord, text } from '../platform/store/row.ts'
import { LAPSED } from './session.store.ts'

const ips = mapRecord({ id: text, first: ['ip_first', text], last: ['ip_last', text], lastSeenAt: integer })

/** Those with sessions that have not ended. */
export const findPeopleWithSessions = selectAll((row) => text(row, 'person_id'))<
  [startedUntil: number, limit: number]
>(`
  SELECT DISTINCT person_id FROM session WHERE ended_at IS NULL AND created_at <= ? ORDER BY person_id LIMIT ?`)

export const endLapsedSessions = change<[startedUntil: number]>(
  `UPDATE session SET end_reason = 'revoked_admin' WHERE ${LAPSED} AND created_at <= ?`,
)

/** Sessions with an IP address that is not truncated yet, by id. */
export const findFullIps = selectAll(ips.read)<{ after: string; before: string; limit: number }>(`
  SELECT ${ips.columns} FROM session
  WHERE ip_whole = 1 AND id > :after AND id < :before ORDER BY id LIMIT :limit`)

export const updateIps = change<{ id: string; first: string; last: string; full: boolean }>(
  'UPDATE session SET ip_first = :first, ip_last = :last, ip_whole = :full WHERE id = :id',
)
