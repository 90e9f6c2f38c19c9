/** Elects one of several processes for a job: the holder keeps the lease by renewing it in time. */

import { type Database, statement } from './database.ts'

type LeaseKey = 'rule_watch_lease'

// No cached row contains a lease.
const take = statement(`
  INSERT INTO setting (key, value, changed_at) VALUES (?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at
  WHERE setting.value = excluded.value OR setting.changed_at <= ?`)
const remove = statement('DELETE FROM setting WHERE key = ? AND value = ?')

type Lease = { key: LeaseKey; holder: string }

/** Takes or renews it. False while another process has it. SQLite is used by one server only. */
export async function holdLease(
  store: Database,
  { key, holder, now, forMs }: Lease & { now: number; forMs: number },
): Promise<boolean> {
  if (store.engine === 'sqlite') return true
  return (await store.run(take, key, holder, now, now - forMs)) === 1
}

export async function releaseLease(store: Database, { key, holder }: Lease): Promise<void> {
  if (store.engine === 'postgres') await store.run(remove, key, holder)
}
