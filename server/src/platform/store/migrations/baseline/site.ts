import type { Types } from '../migration.ts'

export function createSiteTables({ ts, hash, flag, strict }: Types): string[] {
  return [
    `CREATE TABLE setting (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL,
      changed_at ${ts} NOT NULL
    )${strict}`,
    `CREATE TABLE asset (
      id TEXT PRIMARY KEY,
      mime TEXT NOT NULL,
      content ${hash} NOT NULL,
      created_at ${ts} NOT NULL
    )${strict}`,
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
  ]
}
