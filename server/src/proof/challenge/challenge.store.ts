import { change, selectOne } from '../../platform/store/query.ts'
import { bytes, integer, mapRecord, type RecordOf, text } from '../../platform/store/row.ts'

const challenges = mapRecord({
  nonceHash: bytes,
  proofHash: bytes,
  sessionId: text,
  spentAt: integer,
  expiresAt: integer,
})

export type Spent = RecordOf<typeof challenges>

/** Resolves to 0 when the nonce was spent before. */
export const insertSpent = change<Spent>(`
  INSERT INTO spent_challenge (${challenges.columns}) VALUES (${challenges.values})
  ON CONFLICT (expires_at, nonce_hash) DO NOTHING`)

export const findSpent = selectOne(challenges.read)<Pick<Spent, 'expiresAt' | 'nonceHash'>>(
  `SELECT ${challenges.columns} FROM spent_challenge WHERE expires_at = :expiresAt AND nonce_hash = :nonceHash`,
)

export const removeExpiredSpent = change<[before: number]>('DELETE FROM spent_challenge WHERE expires_at < ?')
