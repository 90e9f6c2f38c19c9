import type { Migration } from './migration.ts'

/** Credentials of the self-test of an app: they expire within minutes and are never listed. */
export const appTestCredentials: Migration = {
  id: 15,
  name: 'app-test-credentials',
  up: ({ ts, flag, strict }) => [
    `ALTER TABLE app_secret ADD COLUMN is_test ${flag} NOT NULL DEFAULT 0`,
    `CREATE TABLE app_test_key (
      id TEXT PRIMARY KEY,
      app_id TEXT NOT NULL REFERENCES app (id),
      jwk TEXT NOT NULL,
      expires_at ${ts} NOT NULL
    )${strict}`,
    'CREATE INDEX app_test_key_by_app ON app_test_key (app_id)',
  ],
}
