import type { Migration } from './migration.ts'

/** Requests for access, invitations that put people into groups, and people found by the ENS names of their wallets. */
export const accessRequests: Migration = {
  id: 14,
  name: 'access-requests',
  up: ({ ts, flag, strict, firstLabel }) => [
    // `subject` is a person or, of someone without an account, the CAIP-10 id of a wallet; `object` is "site", an app or a host.
    `CREATE TABLE access_request (
      id TEXT PRIMARY KEY,
      subject TEXT NOT NULL,
      object TEXT NOT NULL,
      message TEXT,
      status TEXT NOT NULL CHECK (status IN ('open', 'accepted', 'declined')),
      created_at ${ts} NOT NULL,
      decided_at ${ts},
      decided_by TEXT
    )${strict}`,
    `CREATE UNIQUE INDEX access_request_open ON access_request (subject, object) WHERE status = 'open'`,
    'CREATE INDEX access_request_by_subject ON access_request (subject, object, id)',
    'CREATE INDEX access_request_by_object ON access_request (object)',
    'CREATE INDEX access_request_by_status ON access_request (status, id)',
    // The access request that an invitation answers: its wallet needs no link.
    'ALTER TABLE invite ADD COLUMN request_id TEXT',
    'CREATE INDEX invite_by_wallet ON invite (address, chain_ref) WHERE request_id IS NOT NULL',
    `ALTER TABLE invite ADD COLUMN group_ids TEXT NOT NULL DEFAULT '[]'`,
    // Words of ENS names alone, which are forgotten when names are switched off.
    `ALTER TABLE person_term ADD COLUMN ens ${flag} NOT NULL DEFAULT 0`,
    `INSERT INTO person_term (term, person_id, ens)
      SELECT DISTINCT ${firstLabel('ens_name')}, person_id, 1 FROM wallet WHERE ens_name IS NOT NULL AND status <> 'removed'
      ON CONFLICT DO NOTHING`,
  ],
}
