import { type Queries, statement, writes } from '../../platform/store/database.ts'
import { bytes, integer, text } from '../../platform/store/row.ts'

export type Spent = {
  nonceHash: Uint8Array
  proofHash: Uint8Array
  sessionId: string
  spentAt: number
  expiresAt: number
}

const insert = writes('spent_challenge')(`
  INSERT INTO spent_challenge (nonce_hash, proof_hash, session_id, spent_at, expires_at)
  VALUES (?, ?, ?, ?, ?) ON CONFLICT (nonce_hash) DO NOTHING`)
const find = statement(`
  SELECT nonce_hash, proof_hash, session_id, spent_at, expires_at FROM spent_challenge WHERE nonce_hash = ?`)
const removeExpired = statement('DELETE FROM spent_challenge WHERE expires_at < ?')

/** False when the nonce was spent before. */
export async function insertSpent(queries: Queries, spent: Spent): Promise<boolean> {
  const { nonceHash, proofHash, sessionId, spentAt, expiresAt } = spent
  return (await queries.run(insert, nonceHash, proofHash, sessionId, spentAt, expiresAt)) === 1
}

export async function findSpent(queries: Queries, nonceHash: Uint8Array): Promise<Spent | undefined> {
  const row = await queries.one(find, nonceHash)
  return (
    row && {
      nonceHash: bytes(row, 'nonce_hash'),
      proofHash: bytes(row, 'proof_hash'),
      sessionId: text(row, 'session_id'),
      spentAt: integer(row, 'spent_at'),
      expiresAt: integer(row, 'expires_at'),
    }
  )
}

/** Expired challenges are rejected by their time, so their nonces need not be kept. */
export function removeExpiredSpent(queries: Queries, before: number): Promise<number> {
  return queries.run(removeExpired, before)
}
