import type { Migration } from './migration.ts'

/** Generated from the sealed data, so that an event cannot be moved to another app. */
export const appActivity: Migration = {
  id: 5,
  name: 'app-activity',
  up: ({ memberOf }) => [
    `ALTER TABLE activity ADD COLUMN app_id TEXT ${memberOf('data', 'appId')}`,
    'DROP INDEX app_grant_by_app',
    'CREATE INDEX app_grant_by_app ON app_grant (app_id, id)',
    'CREATE INDEX activity_by_app ON activity (app_id, id) WHERE app_id IS NOT NULL',
  ],
}

export const appLogo: Migration = {
  id: 6,
  name: 'app-logo',
  up: () => ['ALTER TABLE app ADD COLUMN logo_asset_id TEXT REFERENCES asset (id)'],
}

export const appKeys: Migration = {
  id: 7,
  name: 'app-keys',
  up: () => ['ALTER TABLE app ADD COLUMN jwks TEXT'],
}

export const appKeyUse: Migration = {
  id: 8,
  name: 'app-key-use',
  up: ({ ts, strict }) => [
    `CREATE TABLE app_key_use (
      app_id TEXT NOT NULL REFERENCES app (id),
      thumbprint TEXT NOT NULL,
      last_used_at ${ts} NOT NULL,
      PRIMARY KEY (app_id, thumbprint)
    )${strict}`,
  ],
}

export const appInterop: Migration = {
  id: 12,
  name: 'app-interop',
  up: ({ flag }) => [
    `ALTER TABLE app ADD COLUMN require_pkce ${flag} NOT NULL DEFAULT 1`,
    `ALTER TABLE app ADD COLUMN allow_http ${flag} NOT NULL DEFAULT 0`,
    `ALTER TABLE app ADD COLUMN introspect_app_ids TEXT NOT NULL DEFAULT '[]'`,
    'ALTER TABLE app ADD COLUMN token_audience TEXT',
  ],
}

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
