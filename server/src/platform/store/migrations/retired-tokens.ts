import type { Migration } from './migration.ts'

/** Every earlier token of a session, not just the last: using one again is a sign of theft. */
export const retiredTokens: Migration = {
  id: 22,
  name: 'retired-tokens',
  up: ({ ts, hash, strict, clustered }) => [
    `CREATE TABLE retired_token (
      token_hash ${hash} NOT NULL PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      retired_at ${ts} NOT NULL
    )${strict}${clustered}`,
    'CREATE INDEX retired_token_by_session ON retired_token (session_id)',
    `INSERT INTO retired_token (token_hash, session_id, retired_at)
      SELECT previous_token_hash, id, rotated_at FROM session WHERE previous_token_hash IS NOT NULL`,
    'DROP INDEX session_by_previous_token',
    'ALTER TABLE session DROP COLUMN previous_token_hash',
    'ALTER TABLE session DROP COLUMN rotated_at',
  ],
}
