import { oneOf, type Types } from '../migration.ts'

export function createPersonTables(types: Types): string[] {
  return [...personTables(types), ...walletTables(types), ...noticeTables(types), ...recoveryTables(types)]
}

/** `touched_at` changes whenever open pages of the person should refresh; `deletion_by` may cancel the deletion. */
function personTables({ ts, flag, strict }: Types): string[] {
  return [
    `CREATE TABLE person (
      id TEXT PRIMARY KEY,
      display_name TEXT,
      role TEXT NOT NULL ${oneOf('role', 'member', 'auditor', 'admin', 'owner')},
      status TEXT NOT NULL ${oneOf('status', 'active', 'suspended', 'deleting', 'deleted')},
      created_at ${ts} NOT NULL,
      updated_at ${ts} NOT NULL,
      version ${ts} NOT NULL,
      primary_wallet_id TEXT,
      locale TEXT,
      theme TEXT,
      time_zone TEXT,
      last_seen_at ${ts},
      delete_after ${ts},
      deletion_by TEXT,
      suspended_for TEXT,
      touched_at ${ts} NOT NULL DEFAULT 0
    )${strict}`,
    'CREATE INDEX person_by_role ON person (role, id)',
    'CREATE INDEX person_by_status ON person (status, id)',
    'CREATE INDEX person_by_status_and_role ON person (status, role, id)',
    'CREATE INDEX person_by_last_seen ON person (last_seen_at)',
    'CREATE INDEX person_by_deletion ON person (delete_after) WHERE delete_after IS NOT NULL',
    // Lower-case words of names, searched by prefix. Those from ENS names are deleted when ENS is disabled.
    `CREATE TABLE person_term (
      term TEXT NOT NULL,
      person_id TEXT NOT NULL REFERENCES person (id),
      ens ${flag} NOT NULL DEFAULT 0,
      PRIMARY KEY (term, person_id)
    )${strict}`,
    'CREATE INDEX person_term_by_person ON person_term (person_id)',
  ]
}

/**
 * `trusted_at` is later than usual if a wallet that was not trusted yet added it. `unproven_since` is set when the
 * endpoints of its network changed: the contract wallet must sign again.
 */
function walletTables({ ts, strict }: Types): string[] {
  return [
    `CREATE TABLE wallet (
      id TEXT PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id),
      namespace TEXT NOT NULL,
      address TEXT NOT NULL,
      chain TEXT NOT NULL,
      kind TEXT NOT NULL ${oneOf('kind', 'eoa', 'contract')},
      status TEXT NOT NULL ${oneOf('status', 'linked', 'removing', 'removed')},
      linked_via TEXT NOT NULL ${oneOf('linked_via', 'sign_in', 'link', 'recovery', 'admin_recovery', 'setup')},
      name_last TEXT,
      rdns_last TEXT,
      linked_at ${ts} NOT NULL,
      last_used_at ${ts} NOT NULL,
      version ${ts} NOT NULL,
      label TEXT,
      removing_since ${ts},
      remove_at ${ts},
      removed_at ${ts},
      removal_by TEXT,
      ens_name TEXT,
      ens_checked_at ${ts},
      trusted_at ${ts},
      unproven_since ${ts}
    )${strict}`,
    `CREATE UNIQUE INDEX wallet_by_account ON wallet (namespace, address, chain) WHERE status <> 'removed'`,
    'CREATE INDEX wallet_by_person ON wallet (person_id)',
    'CREATE INDEX wallet_by_removal ON wallet (remove_at) WHERE remove_at IS NOT NULL',
    'CREATE INDEX wallet_by_removed ON wallet (removed_at) WHERE removed_at IS NOT NULL',
    // Lists show the last characters of an address, so people search for them.
    `CREATE INDEX wallet_by_address_end ON wallet ((lower(substr(address, length(address) - 3))), id)
      WHERE status <> 'removed'`,
  ]
}

function noticeTables({ ts, strict }: Types): string[] {
  return [
    `CREATE TABLE notice (
      id TEXT PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id),
      kind TEXT NOT NULL,
      session_id TEXT,
      device TEXT,
      ip TEXT,
      address TEXT,
      wallet_id TEXT,
      subject TEXT,
      until_at ${ts},
      created_at ${ts} NOT NULL,
      read_at ${ts}
    )${strict}`,
    'CREATE INDEX notice_by_person ON notice (person_id)',
    // Notices are read wallet by wallet, so that an attacker's wallet cannot hide them from the others.
    `CREATE TABLE notice_read (
      notice_id TEXT NOT NULL REFERENCES notice (id) ON DELETE CASCADE,
      wallet_id TEXT NOT NULL,
      read_at ${ts} NOT NULL,
      PRIMARY KEY (notice_id, wallet_id)
    )${strict}`,
  ]
}

function recoveryTables({ ts, hash, strict }: Types): string[] {
  return [
    `CREATE TABLE recovery_code (
      code_hash ${hash} PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id),
      created_at ${ts} NOT NULL,
      used_at ${ts}
    )${strict}`,
    'CREATE INDEX recovery_code_by_person ON recovery_code (person_id)',
    `CREATE TABLE recovery_link (
      token_hash ${hash} PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id),
      created_by TEXT,
      created_at ${ts} NOT NULL,
      expires_at ${ts} NOT NULL,
      used_at ${ts}
    )${strict}`,
    'CREATE INDEX recovery_link_by_person ON recovery_link (person_id)',
  ]
}
