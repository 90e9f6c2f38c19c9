import type { Migration } from './migration.ts'

export const signInCost: Migration = {
  id: 17,
  name: 'sign-in-cost',
  up: ({ ts, hash, strict, clustered }) => [
    // In order of expiry, so that inserts and the purge touch one end of one tree. A nonce has one expiry.
    'ALTER TABLE spent_challenge RENAME TO spent_challenge_before',
    `CREATE TABLE spent_challenge (
      nonce_hash ${hash} NOT NULL,
      proof_hash ${hash} NOT NULL,
      session_id TEXT NOT NULL,
      spent_at ${ts} NOT NULL,
      expires_at ${ts} NOT NULL,
      PRIMARY KEY (expires_at, nonce_hash)
    )${strict}${clustered}`,
    `INSERT INTO spent_challenge (nonce_hash, proof_hash, session_id, spent_at, expires_at)
      SELECT nonce_hash, proof_hash, session_id, spent_at, expires_at FROM spent_challenge_before`,
    'DROP TABLE spent_challenge_before',
    // No query needs them: ids are in the order of time.
    'DROP INDEX notice_unread',
    'DROP INDEX notice_by_age',
    'DROP INDEX activity_ip_whole',
    // Without what people do themselves, which is in the index of persons.
    'DROP INDEX activity_by_actor',
    `CREATE INDEX activity_by_actor ON activity (actor_id, id)
      WHERE actor_id IS NOT NULL AND (person_id IS NULL OR person_id <> actor_id)`,
    // Events were counted when they were sealed.
    `INSERT INTO setting (key, value, changed_at)
      SELECT 'activity_counted', CAST(max(seq) AS TEXT), 0 FROM activity HAVING max(seq) IS NOT NULL`,
  ],
}
