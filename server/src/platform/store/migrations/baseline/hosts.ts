import { oneOf, type Types } from '../migration.ts'

export function createHostTables({ ts, hash, flag, strict }: Types): string[] {
  return [
    `CREATE TABLE protected_host (
      id TEXT PRIMARY KEY,
      host TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      enabled ${flag} NOT NULL,
      access TEXT NOT NULL DEFAULT 'groups' ${oneOf('access', 'everyone', 'groups')},
      group_ids TEXT NOT NULL,
      rules TEXT NOT NULL DEFAULT '[]',
      headers TEXT NOT NULL DEFAULT '[]',
      created_at ${ts} NOT NULL,
      updated_at ${ts} NOT NULL,
      version ${ts} NOT NULL
    )${strict}`,
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
    `CREATE TABLE host_ticket (
      ticket_hash ${hash} PRIMARY KEY,
      session_id TEXT NOT NULL,
      host TEXT NOT NULL,
      expires_at ${ts} NOT NULL
    )${strict}`,
    'CREATE INDEX host_ticket_by_end ON host_ticket (expires_at)',
  ]
}
