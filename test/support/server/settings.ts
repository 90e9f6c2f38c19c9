/** Settings of the instance, written to the database. */

import type { Namespace } from '@countersign/contract/family/family.ts'
import { changeRows, readRows } from '../database/rows.ts'
import type { TestServer } from './server.ts'

/** The chain families that may sign in. */
export async function setNamespaces(server: TestServer, namespaces: readonly Namespace[]): Promise<void> {
  await changeSettings(server, { namespaces })
}

export async function changeSettings(server: TestServer, change: object): Promise<void> {
  const [row] = await readRows(server, "SELECT value FROM setting WHERE key = 'settings'")
  const stored = row ? JSON.parse(String(row.value)) : { registration: 'open', version: 1 }
  const put = `INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`
  await changeRows(server, put, JSON.stringify({ ...stored, ...change }))
}
