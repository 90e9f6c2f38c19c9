import { type Queries, statement } from '../../platform/store/database.ts'
import { bytes, integer, mapRecord, type RecordOf, text } from '../../platform/store/row.ts'

const FIELDS = {
  nonceHash: ['nonce_hash', bytes],
  proofHash: ['proof_hash', bytes],
  sessionId: ['session_id', text],
  spentAt: ['spent_at', integer],
  expiresAt: ['expires_at', integer],
} as const

export type Spent = RecordOf<typeof FIELDS>
const challenges = mapRecord(FIELDS)

const insert = statement(`
  INSERT INTO spent_challenge (nonce_hash, proof_hash, session_id, spent_at, expires_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (expires_at, nonce_hash) DO NOTHING`)
const find = statement(`SELECT ${challenges.columns} FROM spent_challenge WHERE expires_at = ? AND nonce_hash = ?`)
const removeExpired = statement('DELETE FROM spent_challenge WHERE expires_at < ?')

/** Resolves to 0 when the nonce was spent before. */
export function insertSpent(
  queries: Queries,
  { nonceHash, proofHash, sessionId, spentAt, expiresAt }: Spent,
): Promise<number> {
  return queries.run(insert, nonceHash, proofHash, sessionId, spentAt, expiresAt)
}

export async function findSpent(
  queries: Queries,
  { expiresAt, nonceHash }: Pick<Spent, 'expiresAt' | 'nonceHash'>,
): Promise<Spent | undefined> {
  const row = await queries.one(find, expiresAt, nonceHash)
  return row && challenges.read(row)
}

export function removeExpiredSpent(queries: Queries, before: number): Promise<number> {
  return queries.run(removeExpired, before)
}
