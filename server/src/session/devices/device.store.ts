import { change, changeOne, selectAll, selectOne } from '../../platform/store/query.ts'
import { flag, integer, mapRecord, text } from '../../platform/store/row.ts'

type NewDevice = { id: string; personId: string; cookieHash: Uint8Array; label: string; ip: string; now: number }

export const insertDevice = change<NewDevice>(`
  INSERT INTO device (id, person_id, cookie_hash, label, ip_last, first_seen_at, last_seen_at)
  VALUES (:id, :personId, :cookieHash, :label, :ip, :now, :now)`)

export const findDevice = selectOne((row) => text(row, 'id'))<Pick<NewDevice, 'personId' | 'cookieHash'>>(
  'SELECT id FROM device WHERE person_id = :personId AND cookie_hash = :cookieHash',
)

export const findDeviceSince = selectOne((row) => text(row, 'id'))<
  Pick<NewDevice, 'personId' | 'cookieHash'> & { firstSeenBefore: number }
>(`
  SELECT id FROM device
  WHERE person_id = :personId AND cookie_hash = :cookieHash AND first_seen_at <= :firstSeenBefore`)

export const markDeviceSeen = change<Omit<NewDevice, 'personId' | 'cookieHash'>>(
  'UPDATE device SET label = :label, ip_last = :ip, last_seen_at = :now WHERE id = :id',
)

const devices = mapRecord({
  id: text,
  label: text,
  ip: ['ip_last', text],
  current: ['is_current', flag],
  firstSeenAt: integer,
  lastSeenAt: integer,
})

/** Most recently used first; `current` is the device of the session. */
export const findDevicesOf = selectAll(devices.read)<{ personId: string; sessionId: string }>(`
  SELECT d.id, d.label, d.ip_last, d.first_seen_at, d.last_seen_at,
    CASE WHEN d.id = (SELECT device_id FROM session WHERE session.id = :sessionId) THEN 1 ELSE 0 END AS is_current
  FROM device d WHERE d.person_id = :personId ORDER BY d.last_seen_at DESC, d.id DESC`)

export const removeDevice = changeOne<{ id: string; personId: string }>(
  'DELETE FROM device WHERE id = :id AND person_id = :personId',
)

/** Keeps the most recently used. */
export const removeDevicesBeyond = change<{ personId: string; limit: number }>(`
  DELETE FROM device WHERE person_id = :personId AND id NOT IN (
    SELECT id FROM device WHERE person_id = :personId ORDER BY last_seen_at DESC, id DESC LIMIT :limit)`)
