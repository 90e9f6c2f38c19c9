/** What belongs to somebody who sends no requests, and whom no administrator is asked to change. */

import { readRows } from '../../support/database/rows.ts'
import type { World } from '../world/world.ts'

const QUERIES: readonly string[] = [
  'SELECT id, role, status, display_name, version FROM person WHERE id = ?',
  'SELECT id, label, status, version FROM wallet WHERE person_id = ? ORDER BY id',
  'SELECT id, ended_at FROM session WHERE person_id = ? ORDER BY id',
  'SELECT id FROM device WHERE person_id = ? ORDER BY id',
  'SELECT id, read_at FROM notice WHERE person_id = ? ORDER BY id',
]

export async function readBystander({ server, bystander }: Pick<World, 'server' | 'bystander'>): Promise<string> {
  const [id = ''] = bystander.per ?? []
  const rows = await Promise.all(QUERIES.map((sql) => readRows(server, sql, id)))
  return JSON.stringify(rows)
}
