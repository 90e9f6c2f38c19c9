import type { Migration } from './migration.ts'

/** What an app may do differently to fit software that exists: no PKCE, http on a private network, introspection, JWT access tokens. */
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
