import { cacheable, type Database, type Queries, statement } from '../platform/store/database.ts'
import { change } from '../platform/store/query.ts'
import { integer, text } from '../platform/store/row.ts'

/** The thumbprint (RFC 7638) identifies a key even when its `kid` is given to another one. */
export type KeyOfApp = { appId: string; thumbprint: string }

const findOf = statement('SELECT thumbprint, last_used_at FROM app_key_use WHERE app_id = ?')
const find = cacheable('SELECT last_used_at FROM app_key_use WHERE app_id = ? AND thumbprint = ?')

export async function findKeyUses(queries: Queries, appId: string): Promise<Map<string, number>> {
  const rows = await queries.all(findOf, appId)
  return new Map(rows.map((row) => [text(row, 'thumbprint'), integer(row, 'last_used_at')]))
}

export async function findKeyUse(store: Database, { appId, thumbprint }: KeyOfApp): Promise<number | undefined> {
  return store.lookUp({
    statement: find,
    name: `${appId} ${thumbprint}`,
    key: () => [appId, thumbprint],
    read: (row) => integer(row, 'last_used_at'),
  })
}

export const markKeyUsed = change<KeyOfApp & { now: number; before: number }>(`
  INSERT INTO app_key_use (app_id, thumbprint, last_used_at) VALUES (:appId, :thumbprint, :now)
  ON CONFLICT (app_id, thumbprint) DO UPDATE SET last_used_at = excluded.last_used_at
  WHERE app_key_use.last_used_at < :before`)

export const removeKeyUse = change<KeyOfApp>(
  'DELETE FROM app_key_use WHERE app_id = :appId AND thumbprint = :thumbprint',
)

export const removeKeyUsesOf = change<[appId: string]>('DELETE FROM app_key_use WHERE app_id = ?')
