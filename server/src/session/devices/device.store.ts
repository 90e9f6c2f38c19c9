import { type Queries, statement } from '../../platform/store/database.ts'
import { flag, integer, text } from '../../platform/store/row.ts'

type NewDevice = { id: string; personId: string; cookieHash: Uint8Array; label: string; ip: string; now: number }

const insert = statement(`
  INSERT INTO device (id, person_id, cookie_hash, label, ip_last, first_seen_at, last_seen_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`)
const find = statement('SELECT id FROM device WHERE person_id = ? AND cookie_hash = ?')
const listOf = statement(`
  SELECT d.id, d.label, d.ip_last, d.first_seen_at, d.last_seen_at,
    CASE WHEN d.id = (SELECT device_id FROM session WHERE session.id = ?) THEN 1 ELSE 0 END AS is_current
  FROM device d WHERE d.person_id = ? ORDER BY d.last_seen_at DESC, d.id DESC`)
const remove = statement('DELETE FROM device WHERE id = ? AND person_id = ?')
const seen = statement('UPDATE device SET label = ?, ip_last = ?, last_seen_at = ? WHERE id = ?')
const removeBeyond = statement(`
  DELETE FROM device WHERE person_id = ? AND id NOT IN (
    SELECT id FROM device WHERE person_id = ? ORDER BY last_seen_at DESC, id DESC LIMIT ?)`)

export function insertDevice(queries: Queries, device: NewDevice): Promise<number> {
  const { id, personId, cookieHash, label, ip, now } = device
  return queries.run(insert, id, personId, cookieHash, label, ip, now, now)
}

export async function findDevice(
  queries: Queries,
  { personId, cookieHash }: Pick<NewDevice, 'personId' | 'cookieHash'>,
): Promise<string | undefined> {
  const row = await queries.one(find, personId, cookieHash)
  return row && text(row, 'id')
}

export function markDeviceSeen(
  queries: Queries,
  { id, label, ip, now }: Omit<NewDevice, 'personId' | 'cookieHash'>,
): Promise<number> {
  return queries.run(seen, label, ip, now, id)
}

/** Most recently used first; `current` is the device of the session. */
export async function findDevicesOf(
  queries: Queries,
  { personId, sessionId }: { personId: string; sessionId: string },
) {
  const rows = await queries.all(listOf, sessionId, personId)
  return rows.map((row) => ({
    id: text(row, 'id'),
    label: text(row, 'label'),
    ip: text(row, 'ip_last'),
    current: flag(row, 'is_current'),
    firstSeenAt: integer(row, 'first_seen_at'),
    lastSeenAt: integer(row, 'last_seen_at'),
  }))
}

export async function removeDevice(
  queries: Queries,
  { id, personId }: { id: string; personId: string },
): Promise<boolean> {
  return (await queries.run(remove, id, personId)) === 1
}

/** Keeps the most recently used. */
export async function removeDevicesBeyond(queries: Queries, personId: string, limit: number): Promise<void> {
  await queries.run(removeBeyond, personId, personId, limit)
}
