import type { Migration } from './migration.ts'

/** When a key of an app last signed, as it is known of secrets. Keys are text in the app's row, which is not for this. */
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
