import {
  type Database,
  lockingStatement,
  type Queries,
  removeWithLateRows,
  statement,
} from '../../platform/store/database.ts'
import { change, changeOne, selectOne } from '../../platform/store/query.ts'
import { integer, integerOrNull, mapRecord, text } from '../../platform/store/row.ts'

const items = mapRecord({ payload: text, consumedAt: integerOrNull, expiresAt: integer })

/** The id of a token is the token itself, so only its hash is stored. */
type Key = { model: string; idHash: Uint8Array }
type NewItem = Key & {
  payload: string
  grantId?: string | undefined
  sessionId?: string | undefined
  expiresAt: number
}

const save = statement(`
  INSERT INTO oidc_item (model, id_hash, payload, grant_id, session_id, consumed_at, expires_at)
  VALUES (?, ?, ?, ?, ?, NULL, ?)
  ON CONFLICT (model, id_hash) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`)
const lock = lockingStatement('SELECT 1 FROM oidc_item WHERE model = ? AND id_hash = ?')
const consume = statement(`
  UPDATE oidc_item SET consumed_at = coalesce(consumed_at, ?) WHERE model = ? AND id_hash = ? AND (consumed_at IS NULL OR consumed_at > ?)`)
const removeByGrant = statement('DELETE FROM oidc_item WHERE grant_id = ?')
const removeByGrants = statement('DELETE FROM oidc_item WHERE grant_id >= ? AND grant_id < ?')

export async function saveItem(queries: Queries, item: NewItem): Promise<void> {
  const { model, idHash, payload, grantId, sessionId, expiresAt } = item
  await queries.run(save, model, idHash, payload, grantId ?? null, sessionId ?? null, expiresAt)
}

/** False when the item exists; of concurrent calls one returns true. */
export const saveNewItem = changeOne<Key & { expiresAt: number }>(`
  INSERT INTO oidc_item (model, id_hash, payload, expires_at) VALUES (:model, :idHash, '{}', :expiresAt)
  ON CONFLICT (model, id_hash) DO NOTHING`)

export const findItem = selectOne(items.read)<Key>(
  `SELECT ${items.columns} FROM oidc_item WHERE model = :model AND id_hash = :idHash`,
)

/** Of concurrent calls one returns true, and later ones within the grace period. */
export async function consumeItem(
  queries: Queries,
  { model, idHash }: Key,
  { now, graceFrom = Number.MAX_SAFE_INTEGER }: { now: number; graceFrom?: number | undefined },
): Promise<boolean> {
  return (await queries.run(consume, now, model, idHash, graceFrom)) === 1
}

export const removeItem = change<Key>('DELETE FROM oidc_item WHERE model = :model AND id_hash = :idHash')

/** Waits for a revocation that is under way. */
export async function isStored(queries: Queries, { model, idHash }: Key): Promise<boolean> {
  return (await queries.one(lock, model, idHash)) !== undefined
}

export async function revokeItemsOfGrant(store: Database, grantId: string): Promise<void> {
  await store.transaction((queries) => removeWithLateRows(queries, removeByGrant, grantId))
}

export async function removeItemsByGrantPrefix(queries: Queries, prefix: string): Promise<void> {
  await queries.run(removeByGrants, prefix, `${prefix}\u{7f}`)
}

export const removeExpiredItems = change<[now: number]>('DELETE FROM oidc_item WHERE expires_at < ?')
