import { oneOf, type Types } from '../migration.ts'

export function createInviteTables({ ts, hash, strict }: Types): string[] {
  return [
    `CREATE TABLE invite (
      id TEXT PRIMARY KEY,
      token_hash ${hash} NOT NULL UNIQUE,
      role TEXT NOT NULL ${oneOf('role', 'member', 'auditor', 'admin', 'owner')},
      group_ids TEXT NOT NULL DEFAULT '[]',
      address TEXT,
      chain TEXT,
      request_id TEXT,
      max_uses ${ts} NOT NULL,
      uses ${ts} NOT NULL,
      created_by TEXT,
      created_at ${ts} NOT NULL,
      expires_at ${ts} NOT NULL,
      revoked_at ${ts}
    )${strict}`,
    'CREATE INDEX invite_by_wallet ON invite (address, chain) WHERE request_id IS NOT NULL',
    // `subject` is a person id, or the CAIP-10 id of a wallet without an account; `object` is "site", an app or a host.
    `CREATE TABLE access_request (
      id TEXT PRIMARY KEY,
      subject TEXT NOT NULL,
      object TEXT NOT NULL,
      message TEXT,
      status TEXT NOT NULL ${oneOf('status', 'open', 'accepted', 'declined')},
      created_at ${ts} NOT NULL,
      decided_at ${ts},
      decided_by TEXT
    )${strict}`,
    `CREATE UNIQUE INDEX access_request_open ON access_request (subject, object) WHERE status = 'open'`,
    'CREATE INDEX access_request_by_subject ON access_request (subject, object, id)',
    'CREATE INDEX access_request_by_object ON access_request (object)',
    'CREATE INDEX access_request_by_status ON access_request (status, id)',
  ]
}
