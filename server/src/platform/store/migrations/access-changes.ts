import type { Migration } from './migration.ts'

export const stepUps: Migration = {
  id: 9,
  name: 'step-ups',
  up: ({ ts, strict }) => [
    `CREATE TABLE step_up (
      id TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      wallet_id TEXT NOT NULL,
      act TEXT NOT NULL,
      signed_at ${ts} NOT NULL,
      used_at ${ts}
    )${strict}`,
    'CREATE INDEX step_up_by_session ON step_up (session_id)',
    'CREATE INDEX step_up_by_wallet ON step_up (wallet_id) WHERE used_at IS NULL',
    `ALTER TABLE session ADD COLUMN admin_until ${ts}`,
    'ALTER TABLE session RENAME COLUMN step_up_wallet_id TO admin_wallet_id',
    'UPDATE session SET admin_wallet_id = NULL',
    'ALTER TABLE session DROP COLUMN step_up_act',
  ],
}

export const walletTrust: Migration = {
  id: 10,
  name: 'wallet-trust',
  up: ({ ts, strict }) => [
    // Key accounts have chain 0, which an address without a chain has meant so far.
    'ALTER TABLE invite ADD COLUMN chain_ref TEXT',
    "UPDATE invite SET chain_ref = '0' WHERE address IS NOT NULL",
    // Later than usual if it was added by a wallet that was not trusted yet.
    `ALTER TABLE wallet ADD COLUMN trusted_at ${ts}`,
    // Set when the endpoints of its network changed: the contract wallet must sign again.
    `ALTER TABLE wallet ADD COLUMN unproven_since ${ts}`,
    // Notices are read wallet by wallet, so that an attacker's wallet cannot hide them from the others.
    `CREATE TABLE notice_read (
      notice_id TEXT NOT NULL REFERENCES notice (id) ON DELETE CASCADE,
      wallet_id TEXT NOT NULL,
      read_at ${ts} NOT NULL,
      PRIMARY KEY (notice_id, wallet_id)
    )${strict}`,
    `INSERT INTO notice_read (notice_id, wallet_id, read_at)
      SELECT n.id, w.id, n.read_at FROM notice n JOIN wallet w ON w.person_id = n.person_id WHERE n.read_at IS NOT NULL`,
    'CREATE INDEX contract_proof_by_chain ON contract_proof (chain_id)',
  ],
}

/** Before, an app or host without groups was open to everyone. */
export const access: Migration = {
  id: 11,
  name: 'access',
  up: () =>
    ['app', 'protected_host'].flatMap((table) => [
      `ALTER TABLE ${table} ADD COLUMN access TEXT NOT NULL DEFAULT 'groups' CHECK (access IN ('everyone', 'groups'))`,
      `UPDATE ${table} SET access = 'everyone' WHERE group_ids = '[]'`,
    ]),
}

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

export const accessRequests: Migration = {
  id: 14,
  name: 'access-requests',
  up: ({ ts, flag, strict, firstLabel }) => [
    // `subject` is a person id, or the CAIP-10 id of a wallet without an account; `object` is "site", an app or a host.
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
    'ALTER TABLE invite ADD COLUMN request_id TEXT',
    'CREATE INDEX invite_by_wallet ON invite (address, chain_ref) WHERE request_id IS NOT NULL',
    `ALTER TABLE invite ADD COLUMN group_ids TEXT NOT NULL DEFAULT '[]'`,
    // Terms from ENS names only, which are deleted when ENS is disabled.
    `ALTER TABLE person_term ADD COLUMN ens ${flag} NOT NULL DEFAULT 0`,
    `INSERT INTO person_term (term, person_id, ens)
      SELECT DISTINCT ${firstLabel('ens_name')}, person_id, 1 FROM wallet WHERE ens_name IS NOT NULL AND status <> 'removed'
      ON CONFLICT DO NOTHING`,
  ],
}

export const columnNames: Migration = {
  id: 16,
  name: 'column-names',
  up: () => [
    'ALTER TABLE step_up RENAME COLUMN act TO action',
    'ALTER TABLE session_app RENAME COLUMN tell_at TO notify_at',
  ],
}
