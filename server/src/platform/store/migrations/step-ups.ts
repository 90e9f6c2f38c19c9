import type { Migration } from './migration.ts'

/** A signature for a critical action is used up by it; admin mode is a window of its own. */
export const stepUps: Migration = {
  id: 9,
  name: 'step-ups',
  up: ({ ts, strict }) => [
    `CREATE TABLE step_up (
      id TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      wallet_id TEXT NOT NULL,
      act TEXT NOT NULL,
      signed_at ${ts} NOT NULL,
      used_at ${ts}
    )${strict}`,
    'CREATE INDEX step_up_by_session ON step_up (session_id)',
    'CREATE INDEX step_up_by_wallet ON step_up (wallet_id) WHERE used_at IS NULL',
    `ALTER TABLE session ADD COLUMN admin_until ${ts}`,
    'ALTER TABLE session RENAME COLUMN step_up_wallet_id TO admin_wallet_id',
    'UPDATE session SET admin_wallet_id = NULL',
    'ALTER TABLE session DROP COLUMN step_up_act',
  ],
}
