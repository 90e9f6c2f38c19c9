import { cacheable, type Database, type Queries, statement } from '../../platform/store/database.ts'
import { change, selectAll } from '../../platform/store/query.ts'
import { bytes, integer, integerOrNull, mapRecord, type RecordOf, text } from '../../platform/store/row.ts'

const FIELDS = {
  id: ['id', text],
  hostId: ['host_id', text],
  name: ['name', text],
  hash: ['token_hash', bytes],
  hint: ['hint', text],
  createdAt: ['created_at', integer],
  expiresAt: ['expires_at', integerOrNull],
  lastUsedAt: ['last_used_at', integerOrNull],
} as const
export type TokenRecord = RecordOf<typeof FIELDS>

const { columns: COLUMNS, placeholders, read: toToken, values } = mapRecord(FIELDS)
const findByHash = cacheable(`SELECT ${COLUMNS} FROM host_token WHERE token_hash = ?`)
const insert = statement(`INSERT INTO host_token (${COLUMNS}) VALUES (${placeholders})`)
const markUsed = statement(
  'UPDATE host_token SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)',
)

export const findAllTokens = selectAll(toToken)<[]>(`SELECT ${COLUMNS} FROM host_token ORDER BY id`)

export const findTokens = selectAll(toToken)<[hostId: string]>(
  `SELECT ${COLUMNS} FROM host_token WHERE host_id = ? ORDER BY id`,
)

export async function findTokenByHash(store: Database, hash: Buffer): Promise<TokenRecord | undefined> {
  return store.lookUp({ statement: findByHash, name: hash.toString('base64url'), key: () => hash, read: toToken })
}

export async function insertToken(queries: Queries, token: TokenRecord): Promise<void> {
  await queries.run(insert, ...values(token))
}

export const removeToken = change<[id: string]>('DELETE FROM host_token WHERE id = ?')

export const removeTokensOf = change<[hostId: string]>('DELETE FROM host_token WHERE host_id = ?')

export async function markTokenUsed(queries: Queries, id: string, at: { now: number; before: number }): Promise<void> {
  await queries.run(markUsed, at.now, id, at.before)
}
