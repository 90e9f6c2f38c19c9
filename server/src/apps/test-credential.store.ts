import { type Queries, statement, writes } from '../platform/store/database.ts'

const setUntil = writes('app')('UPDATE app SET test_until = ? WHERE id = ?')
const insertKey = writes('app_test_key')('INSERT INTO app_test_key (id, app_id, jwk, expires_at) VALUES (?, ?, ?, ?)')
const removeKey = statement('DELETE FROM app_test_key WHERE id = ?')
const removeKeysOf = statement('DELETE FROM app_test_key WHERE app_id = ?')
const removeExpiredKeys = statement('DELETE FROM app_test_key WHERE expires_at <= ?')
const removeExpiredSecrets = statement('DELETE FROM app_secret WHERE is_test = 1 AND expires_at <= ?')

export async function setTestUntil(queries: Queries, appId: string, until: number): Promise<void> {
  await queries.run(setUntil, until, appId)
}

export async function insertTestKey(
  queries: Queries,
  { id, appId, jwk, expiresAt }: { id: string; appId: string; jwk: string; expiresAt: number },
): Promise<void> {
  await queries.run(insertKey, id, appId, jwk, expiresAt)
}

export async function removeTestKey(queries: Queries, id: string): Promise<void> {
  await queries.run(removeKey, id)
}

export async function removeTestKeysOf(queries: Queries, appId: string): Promise<void> {
  await queries.run(removeKeysOf, appId)
}

export async function removeExpiredTestCredentials(queries: Queries, now: number): Promise<void> {
  await queries.run(removeExpiredKeys, now)
  await queries.run(removeExpiredSecrets, now)
}
