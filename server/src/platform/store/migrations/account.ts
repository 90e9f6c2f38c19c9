import type { Migration, Types } from './migration.ts'

export const account: Migration = {
  id: 2,
  name: 'account',
  up: (types) => [
    ...personChanges(types),
    ...walletChanges(types),
    ...sessionChanges(types),
    ...recoveryTables(types),
    ...activityTables(types),
    ...settingChanges(types),
  ],
}

function personChanges({ ts, strict, bytewise }: Types): string[] {
  return [
    'ALTER TABLE person ADD COLUMN primary_wallet_id TEXT',
    'ALTER TABLE person ADD COLUMN locale TEXT',
    'ALTER TABLE person ADD COLUMN theme TEXT',
    'ALTER TABLE person ADD COLUMN time_zone TEXT',
    `ALTER TABLE person ADD COLUMN last_seen_at ${ts}`,
    `ALTER TABLE person ADD COLUMN delete_after ${ts}`,
    'ALTER TABLE person ADD COLUMN suspended_for TEXT',
    // Changes whenever open pages of the person should refresh.
    `ALTER TABLE person ADD COLUMN touched_at ${ts} NOT NULL DEFAULT 0`,
    `UPDATE person SET last_seen_at = (SELECT max(last_used_at) FROM wallet WHERE wallet.person_id = person.id),
      primary_wallet_id = (SELECT id FROM wallet WHERE wallet.person_id = person.id ORDER BY linked_at, id LIMIT 1)`,
    'DROP INDEX person_by_role',
    'CREATE INDEX person_by_role ON person (role, id)',
    'CREATE INDEX person_by_status ON person (status, id)',
    'CREATE INDEX person_by_status_and_role ON person (status, role, id)',
    'CREATE INDEX person_by_last_seen ON person (last_seen_at)',
    'CREATE INDEX person_by_deletion ON person (delete_after) WHERE delete_after IS NOT NULL',
    // Lower-case words of names, searched by prefix.
    `CREATE TABLE person_term (
      term TEXT${bytewise} NOT NULL,
      person_id TEXT NOT NULL REFERENCES person (id),
      PRIMARY KEY (term, person_id)
    )${strict}`,
    'CREATE INDEX person_term_by_person ON person_term (person_id)',
  ]
}

function walletChanges({ ts }: Types): string[] {
  return [
    'ALTER TABLE wallet ADD COLUMN label TEXT',
    `ALTER TABLE wallet ADD COLUMN removing_since ${ts}`,
    `ALTER TABLE wallet ADD COLUMN remove_at ${ts}`,
    `ALTER TABLE wallet ADD COLUMN removed_at ${ts}`,
    'ALTER TABLE wallet ADD COLUMN removal_by TEXT',
    'CREATE INDEX wallet_by_removal ON wallet (remove_at) WHERE remove_at IS NOT NULL',
    'CREATE INDEX wallet_by_removed ON wallet (removed_at) WHERE removed_at IS NOT NULL',
  ]
}

function sessionChanges({ ts, hash, flag, strict }: Types): string[] {
  return [
    `ALTER TABLE session ADD COLUMN step_up_at ${ts}`,
    'ALTER TABLE session ADD COLUMN step_up_act TEXT',
    'ALTER TABLE session ADD COLUMN step_up_wallet_id TEXT',
    'ALTER TABLE session ADD COLUMN device_id TEXT',
    // Whether a full IP address is still stored.
    `ALTER TABLE session ADD COLUMN ip_whole ${flag} NOT NULL DEFAULT 1`,
    'CREATE INDEX session_ip_whole ON session (id) WHERE ip_whole = 1',
    'CREATE INDEX session_live ON session (id) WHERE ended_at IS NULL',
    'CREATE INDEX session_by_wallet ON session (wallet_id)',
    `CREATE TABLE device (
      id TEXT PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id),
      cookie_hash ${hash} NOT NULL,
      label TEXT NOT NULL,
      ip_last TEXT NOT NULL,
      first_seen_at ${ts} NOT NULL,
      last_seen_at ${ts} NOT NULL
    )${strict}`,
    'CREATE UNIQUE INDEX device_by_cookie ON device (person_id, cookie_hash)',
    `CREATE TABLE notice (
      id TEXT PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id),
      kind TEXT NOT NULL,
      session_id TEXT,
      device TEXT,
      ip TEXT,
      address TEXT,
      wallet_id TEXT,
      until_at ${ts},
      created_at ${ts} NOT NULL,
      read_at ${ts}
    )${strict}`,
    'CREATE INDEX notice_unread ON notice (person_id, id) WHERE read_at IS NULL',
    'CREATE INDEX notice_by_person ON notice (person_id)',
    'CREATE INDEX notice_by_age ON notice (created_at)',
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
    `CREATE TABLE invite (
      id TEXT PRIMARY KEY,
      token_hash ${hash} NOT NULL UNIQUE,
      role TEXT NOT NULL CHECK (role IN ('member', 'auditor', 'admin', 'owner')),
      address TEXT,
      max_uses ${ts} NOT NULL,
      uses ${ts} NOT NULL,
      created_by TEXT,
      created_at ${ts} NOT NULL,
      expires_at ${ts} NOT NULL,
      revoked_at ${ts}
    )${strict}`,
  ]
}

/** `seq` and `hash` are set when the event is sealed. `salt` lets ip, address and device be erased later. */
function activityTables({ ts, hash, strict }: Types): string[] {
  return [
    `CREATE TABLE activity (
      id TEXT PRIMARY KEY,
      at ${ts} NOT NULL,
      kind TEXT NOT NULL,
      outcome TEXT NOT NULL CHECK (outcome IN ('ok', 'refused', 'error')),
      code TEXT,
      actor TEXT NOT NULL CHECK (actor IN ('person', 'visitor', 'system')),
      actor_id TEXT,
      person_id TEXT,
      session_id TEXT,
      data TEXT NOT NULL,
      salt ${hash},
      ip TEXT,
      address TEXT,
      device TEXT,
      seq ${ts},
      personal_hash ${hash},
      hash ${hash}
    )${strict}`,
    'CREATE INDEX activity_by_person ON activity (person_id, id) WHERE person_id IS NOT NULL',
    'CREATE INDEX activity_by_actor ON activity (actor_id, id) WHERE actor_id IS NOT NULL',
    'CREATE INDEX activity_by_kind ON activity (kind, id)',
    `CREATE INDEX activity_refused ON activity (code, id) WHERE outcome <> 'ok'`,
    `CREATE INDEX activity_by_outcome ON activity (outcome, id) WHERE outcome <> 'ok'`,
    'CREATE INDEX activity_ip_whole ON activity (id) WHERE ip IS NOT NULL AND salt IS NOT NULL',
    'CREATE UNIQUE INDEX activity_by_seq ON activity (seq) WHERE seq IS NOT NULL',
    'CREATE INDEX activity_unsealed ON activity (id) WHERE seq IS NULL',
    `CREATE TABLE hourly_stat (
      hour ${ts} NOT NULL,
      key TEXT NOT NULL,
      count ${ts} NOT NULL,
      PRIMARY KEY (hour, key)
    )${strict}`,
  ]
}

function settingChanges({ ts, hash, strict, jsonObject }: Types): string[] {
  return [
    `INSERT INTO setting (key, value, changed_at)
      SELECT 'settings', CAST(${jsonObject}('name', value, 'version', 1) AS TEXT), changed_at
      FROM setting WHERE key = 'instance_name'`,
    `DELETE FROM setting WHERE key = 'instance_name'`,
    `CREATE TABLE asset (
      id TEXT PRIMARY KEY,
      mime TEXT NOT NULL,
      content ${hash} NOT NULL,
      created_at ${ts} NOT NULL
    )${strict}`,
  ]
}
