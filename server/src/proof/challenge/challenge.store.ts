import { change, selectOne } from '../../platform/store/query.ts'
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

/** Resolves to 0 when the nonce was spent before. */
export const insertSpent = change<Spent>(`
  INSERT INTO spent_challenge (nonce_hash, proof_hash, session_id, spent_at, expires_at)
  VALUES (:nonceHash, :proofHash, :sessionId, :spentAt, :expiresAt)
  ON CONFLICT (expires_at, nonce_hash) DO NOTHING`)

export const findSpent = selectOne(challenges.read)<Pick<Spent, 'expiresAt' | 'nonceHash'>>(
  `SELECT ${challenges.columns} FROM spent_challenge WHERE expires_at = :expiresAt AND nonce_hash = :nonceHash`,
)

export const removeExpiredSpent = change<[before: number]>('DELETE FROM spent_challenge WHERE expires_at < ?')
