import type { Migration } from './migration.ts'

/** Rules and extra headers of protected hosts as JSON, and tokens for programs. */
export const hostRules: Migration = {
  id: 13,
  name: 'host-rules',
  up: ({ ts, hash, strict }) => [
    `ALTER TABLE protected_host ADD COLUMN rules TEXT NOT NULL DEFAULT '[]'`,
    `ALTER TABLE protected_host ADD COLUMN headers TEXT NOT NULL DEFAULT '[]'`,
    `CREATE TABLE host_token (
      id TEXT PRIMARY KEY,
      host_id TEXT NOT NULL REFERENCES protected_host (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      token_hash ${hash} NOT NULL UNIQUE,
      hint TEXT NOT NULL,
      created_at ${ts} NOT NULL,
      expires_at ${ts},
      last_used_at ${ts},
      UNIQUE (host_id, name)
    )${strict}`,
  ],
}
