import { cacheable, type Database } from '../../platform/store/database.ts'
import { change, selectAll } from '../../platform/store/query.ts'
import { bytes, integer, integerOrNull, mapRecord, type RecordOf, text } from '../../platform/store/row.ts'

const tokens = mapRecord({
  id: text,
  hostId: text,
  name: text,
  hash: ['token_hash', bytes],
  hint: text,
  createdAt: integer,
  expiresAt: integerOrNull,
  lastUsedAt: integerOrNull,
})
export type TokenRecord = RecordOf<typeof tokens>

const findByHash = cacheable(`SELECT ${tokens.columns} FROM host_token WHERE token_hash = ?`)

export const findAllTokens = selectAll(tokens.read)<[]>(`SELECT ${tokens.columns} FROM host_token ORDER BY id`)

export const findTokens = selectAll(tokens.read)<[hostId: string]>(
  `SELECT ${tokens.columns} FROM host_token WHERE host_id = ? ORDER BY id`,
)

export async function findTokenByHash(store: Database, hash: Buffer): Promise<TokenRecord | undefined> {
  return store.lookUp({ statement: findByHash, name: hash.toString('base64url'), key: () => hash, read: tokens.read })
}

export const insertToken = change<TokenRecord>(`INSERT INTO host_token (${tokens.columns}) VALUES (${tokens.values})`)

export const removeToken = change<[id: string]>('DELETE FROM host_token WHERE id = ?')

export const removeTokensOf = change<[hostId: string]>('DELETE FROM host_token WHERE host_id = ?')

export const markTokenUsed = change<{ id: string; now: number; before: number }>(`
  UPDATE host_token SET last_used_at = :now WHERE id = :id AND (last_used_at IS NULL OR last_used_at < :before)`)
