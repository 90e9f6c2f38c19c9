import type { Migration } from './migration.ts'

export const networks: Migration = {
  id: 3,
  name: 'networks',
  up: ({ ts, hash, flag, strict }) => [
    // `urls` is encrypted, since endpoint URLs often contain an API key.
    `CREATE TABLE network (
      id TEXT PRIMARY KEY,
      chain_id ${ts} NOT NULL UNIQUE,
      name TEXT NOT NULL,
      urls ${hash} NOT NULL,
      enabled ${flag} NOT NULL,
      created_at ${ts} NOT NULL,
      updated_at ${ts} NOT NULL,
      version ${ts} NOT NULL
    )${strict}`,
    // What a contract approved, so that it can be revalidated; the signature is encrypted.
    `CREATE TABLE contract_proof (
      session_id TEXT PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
      chain_id ${ts} NOT NULL,
      address TEXT NOT NULL,
      message_hash ${hash} NOT NULL,
      signature ${hash} NOT NULL,
      checked_at ${ts} NOT NULL
    )${strict}`,
    'ALTER TABLE wallet ADD COLUMN ens_name TEXT',
    `ALTER TABLE wallet ADD COLUMN ens_checked_at ${ts}`,
  ],
}
