import { type Queries, type Statement, statement } from '../../platform/store/database.ts'
import { change } from '../../platform/store/query.ts'
import { text } from '../../platform/store/row.ts'

const use = skippingLocked(`
  UPDATE step_up SET used_at = ? WHERE used_at IS NULL AND id = (
    SELECT id FROM step_up WHERE session_id = ? AND action = ? AND used_at IS NULL AND signed_at >= ?
      AND EXISTS (SELECT 1 FROM session s WHERE s.id = step_up.session_id AND s.token_hash = ? AND s.ended_at IS NULL)
    ORDER BY signed_at DESC, id DESC LIMIT 1)
  RETURNING id, wallet_id`)
const setSignedAt = statement('UPDATE session SET step_up_at = ? WHERE id = ? AND ended_at IS NULL')

/** Concurrent requests use different signatures. SQLite has one writer. */
function skippingLocked(text: string): Statement {
  const plain = statement(text)
  return { ...plain, postgres: plain.postgres.replace('LIMIT 1)', 'LIMIT 1 FOR UPDATE SKIP LOCKED)') }
}

export const insertStepUp = change<{ id: string; sessionId: string; walletId: string; action: string; at: number }>(`
  INSERT INTO step_up (id, session_id, wallet_id, action, signed_at) VALUES (:id, :sessionId, :walletId, :action, :at)`)

/** Reported to apps as `auth_time`. */
export async function markSigned(queries: Queries, sessionId: string, at: number): Promise<void> {
  await queries.run(setSignedAt, at, sessionId)
}

export type UsedStepUp = { id: string; walletId: string }

type Use = { sessionId: string; tokenHash: Uint8Array; action: string; since: number; now: number }

/** With the token that the request was sent with: the signature belongs to the one that replaces it. */
export async function useStepUp(
  queries: Queries,
  { sessionId, tokenHash, action, since, now }: Use,
): Promise<UsedStepUp | undefined> {
  const row = await queries.one(use, now, sessionId, action, since, tokenHash)
  return row && { id: text(row, 'id'), walletId: text(row, 'wallet_id') }
}

export const restoreStepUp = change<[id: string]>('UPDATE step_up SET used_at = NULL WHERE id = ?')

export const openAdminMode = change<{ sessionId: string; walletId: string; until: number }>(`
  UPDATE session SET admin_until = :until, admin_wallet_id = :walletId WHERE id = :sessionId AND ended_at IS NULL`)

export const closeAdminMode = change<[sessionId: string]>(
  'UPDATE session SET admin_until = NULL, admin_wallet_id = NULL WHERE id = ?',
)
