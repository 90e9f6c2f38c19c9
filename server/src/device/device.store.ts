import { type Queries, statement } from '../store/database.ts'
import { text } from '../store/row.ts'

export type NewDevice = { id: string; personId: string; cookieHash: Uint8Array; label: string; ip: string; now: number }

const insert = statement(`
  INSERT INTO device (id, person_id, cookie_hash, label, ip_last, first_seen_at, last_seen_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`)
const find = statement('SELECT id FROM device WHERE person_id = ? AND cookie_hash = ?')
const seen = statement('UPDATE device SET label = ?, ip_last = ?, last_seen_at = ? WHERE id = ?')
const forgetBeyond = statement(`
  DELETE FROM device WHERE person_id = ? AND id NOT IN (
    SELECT id FROM device WHERE person_id = ? ORDER BY last_seen_at DESC, id DESC LIMIT ?)`)

export async function insertDevice(queries: Queries, device: NewDevice): Promise<void> {
  const { id, personId, cookieHash, label, ip, now } = device
  await queries.run(insert, id, personId, cookieHash, label, ip, now, now)
}

export async function findDevice(
  queries: Queries,
  { personId, cookieHash }: Pick<NewDevice, 'personId' | 'cookieHash'>,
): Promise<string | undefined> {
  const row = await queries.one(find, personId, cookieHash)
  return row && text(row, 'id')
}

export async function markDeviceSeen(
  queries: Queries,
  { id, label, ip, now }: Omit<NewDevice, 'personId' | 'cookieHash'>,
): Promise<void> {
  await queries.run(seen, label, ip, now, id)
}

/** Forgets those not seen for longest beyond the newest `most`. */
export async function forgetDevicesBeyond(queries: Queries, personId: string, most: number): Promise<void> {
  await queries.run(forgetBeyond, personId, personId, most)
}
