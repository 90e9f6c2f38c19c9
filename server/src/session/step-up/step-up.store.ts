import { type Statement, statement } from '../../platform/store/database.ts'
import { change, selectOne } from '../../platform/store/query.ts'
import { mapRecord, type RecordOf, text } from '../../platform/store/row.ts'

export const insertStepUp = change<{ id: string; sessionId: string; walletId: string; action: string; at: number }>(`
  INSERT INTO step_up (id, session_id, wallet_id, action, signed_at) VALUES (:id, :sessionId, :walletId, :action, :at)`)

/** Reported to apps as `auth_time`. */
export const markSigned = change<{ sessionId: string; at: number }>(
  'UPDATE session SET step_up_at = :at WHERE id = :sessionId AND ended_at IS NULL',
)

const used = mapRecord({ id: text, walletId: text })
export type UsedStepUp = RecordOf<typeof used>

type Use = { sessionId: string; tokenHash: Uint8Array; action: string; since: number; now: number }

/** With the token that the request was sent with: the signature belongs to the one that replaces it. */
export const useStepUp = selectOne(used.read)(
  skippingLocked<Use>(`
  UPDATE step_up SET used_at = :now WHERE used_at IS NULL AND id = (
    SELECT id FROM step_up
    WHERE session_id = :sessionId AND action = :action AND used_at IS NULL AND signed_at >= :since AND EXISTS (
      SELECT 1 FROM session s WHERE s.id = step_up.session_id AND s.token_hash = :tokenHash AND s.ended_at IS NULL)
    ORDER BY signed_at DESC, id DESC LIMIT 1)
  RETURNING id, wallet_id`),
)

/** Concurrent requests use different signatures. SQLite has one writer. */
function skippingLocked<Values>(text: string): Statement<Values> {
  const plain = statement<Values>(text)
  return { ...plain, postgres: plain.postgres.replace('LIMIT 1)', 'LIMIT 1 FOR UPDATE SKIP LOCKED)') }
}

export const restoreStepUp = change<[id: string]>('UPDATE step_up SET used_at = NULL WHERE id = ?')

export const openAdminMode = change<{ sessionId: string; walletId: string; until: number }>(`
  UPDATE session SET admin_until = :until, admin_wallet_id = :walletId WHERE id = :sessionId AND ended_at IS NULL`)

export const closeAdminMode = change<[sessionId: string]>(
  'UPDATE session SET admin_until = NULL, admin_wallet_id = NULL WHERE id = ?',
)
