import { cacheable, type Database, type Queries, statement } from '../platform/store/database.ts'
import { change, changeOne, selectAll } from '../platform/store/query.ts'
import { bytes, flag, integer, integerOrNull, mapRecord, type RecordOf, text } from '../platform/store/row.ts'

const secrets = mapRecord({
  id: text,
  appId: text,
  hash: ['secret_hash', bytes],
  hint: text,
  createdAt: integer,
  expiresAt: integerOrNull,
  lastUsedAt: integerOrNull,
  isTest: flag,
})
const expiries = mapRecord({ name: text, until: integerOrNull })
export type SecretRecord = RecordOf<typeof secrets>

const findByHash = cacheable(`SELECT ${secrets.columns} FROM app_secret WHERE app_id = ? AND secret_hash = ?`)
const removeExpiredKeys = statement('DELETE FROM app_test_key WHERE expires_at <= ?')
const removeExpiredSecrets = statement('DELETE FROM app_secret WHERE is_test = 1 AND expires_at <= ?')

export const findSecrets = selectAll(secrets.read)<[appId: string]>(
  `SELECT ${secrets.columns} FROM app_secret WHERE app_id = ? AND is_test = 0 ORDER BY id`,
)

export async function findCachedSecret(
  store: Database,
  appId: string,
  hash: Buffer,
): Promise<SecretRecord | undefined> {
  const name = `${appId} ${hash.toString('base64url')}`
  return store.lookUp({ statement: findByHash, name, key: () => [appId, hash], read: secrets.read })
}

/** A secret without expiry outlasts all others; an app that changed from keys to secrets may have none yet. */
export const findSecretExpiries = selectAll(expiries.read)<[]>(`
  SELECT a.name, CASE WHEN count(s.id) = 0 THEN 0 WHEN count(s.expires_at) = count(*) THEN max(s.expires_at) END AS until
  FROM app a LEFT JOIN app_secret s ON s.app_id = a.id AND s.is_test = 0
  WHERE a.status = 'active' AND a.auth_method IN ('client_secret_basic', 'client_secret_post')
  GROUP BY a.id, a.name, a.name_key ORDER BY a.name_key`)

export const insertSecret = change<SecretRecord>(
  `INSERT INTO app_secret (${secrets.columns}) VALUES (${secrets.values})`,
)

export const removeSecret = changeOne<{ id: string; appId: string }>(
  'DELETE FROM app_secret WHERE id = :id AND app_id = :appId',
)

export const removeSecretsOf = change<[appId: string]>('DELETE FROM app_secret WHERE app_id = ?')

export const markSecretUsed = change<{ id: string; now: number; before: number }>(`
  UPDATE app_secret SET last_used_at = :now WHERE id = :id AND (last_used_at IS NULL OR last_used_at < :before)`)

export const setTestUntil = change<{ appId: string; until: number }>(
  'UPDATE app SET test_until = :until WHERE id = :appId',
)

export const insertTestKey = change<{ id: string; appId: string; jwk: string; expiresAt: number }>(
  'INSERT INTO app_test_key (id, app_id, jwk, expires_at) VALUES (:id, :appId, :jwk, :expiresAt)',
)

export const removeTestKey = change<[id: string]>('DELETE FROM app_test_key WHERE id = ?')

export const removeTestKeysOf = change<[appId: string]>('DELETE FROM app_test_key WHERE app_id = ?')

export async function removeExpiredTestCredentials(queries: Queries, now: number): Promise<void> {
  await queries.run(removeExpiredKeys, now)
  await queries.run(removeExpiredSecrets, now)
}
