import { type Database, type Queries, type Row, statement } from '../../platform/store/database.ts'
import { bytes, integer, integerOrNull, text } from '../../platform/store/row.ts'

export type TokenRecord = {
  id: string
  hostId: string
  name: string
  hash: Uint8Array
  hint: string
  createdAt: number
  expiresAt: number | null
  lastUsedAt: number | null
}

const COLUMNS = 'id, host_id, name, token_hash, hint, created_at, expires_at, last_used_at'
const findAll = statement(`SELECT ${COLUMNS} FROM host_token ORDER BY id`)
const findOf = statement(`SELECT ${COLUMNS} FROM host_token WHERE host_id = ? ORDER BY id`)
const findByHash = statement(`SELECT ${COLUMNS} FROM host_token WHERE token_hash = ?`)
const insert = statement(`INSERT INTO host_token (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
const remove = statement('DELETE FROM host_token WHERE id = ?')
const removeOf = statement('DELETE FROM host_token WHERE host_id = ?')
const markUsed = statement(
  'UPDATE host_token SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)',
)

export async function findAllTokens(queries: Queries): Promise<TokenRecord[]> {
  return (await queries.all(findAll)).map(toToken)
}

export async function findTokens(queries: Queries, hostId: string): Promise<TokenRecord[]> {
  return (await queries.all(findOf, hostId)).map(toToken)
}

export function findTokenByHash(store: Database, hash: Buffer): Promise<TokenRecord | undefined> {
  return store.lookUp({ statement: findByHash, name: hash.toString('base64url'), key: () => hash, read: toToken })
}

export async function insertToken(queries: Queries, token: TokenRecord): Promise<void> {
  const { id, hostId, name, hash, hint, createdAt, expiresAt, lastUsedAt } = token
  await queries.run(insert, id, hostId, name, hash, hint, createdAt, expiresAt, lastUsedAt)
}

export async function removeToken(queries: Queries, id: string): Promise<void> {
  await queries.run(remove, id)
}

export async function removeTokensOf(queries: Queries, hostId: string): Promise<void> {
  await queries.run(removeOf, hostId)
}

export async function markTokenUsed(queries: Queries, id: string, at: { now: number; before: number }): Promise<void> {
  await queries.run(markUsed, at.now, id, at.before)
}

function toToken(row: Row): TokenRecord {
  return {
    id: text(row, 'id'),
    hostId: text(row, 'host_id'),
    name: text(row, 'name'),
    hash: bytes(row, 'token_hash'),
    hint: text(row, 'hint'),
    createdAt: integer(row, 'created_at'),
    expiresAt: integerOrNull(row, 'expires_at'),
    lastUsedAt: integerOrNull(row, 'last_used_at'),
  }
}
