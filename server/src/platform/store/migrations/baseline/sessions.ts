import type { Types } from '../migration.ts'

export function createSessionTables(types: Types): string[] {
  return [...sessionTables(types), ...proofTables(types), ...deviceTables(types)]
}

/** `ip_whole`: whether a full IP address is still stored. */
function sessionTables({ ts, hash, flag, strict, clustered }: Types): string[] {
  return [
    `CREATE TABLE session (
      id TEXT PRIMARY KEY,
      token_hash ${hash} NOT NULL UNIQUE,
      person_id TEXT NOT NULL REFERENCES person (id),
      wallet_id TEXT NOT NULL REFERENCES wallet (id),
      kept ${flag} NOT NULL,
      device TEXT NOT NULL,
      device_id TEXT,
      ip_first TEXT NOT NULL,
      ip_last TEXT NOT NULL,
      ip_whole ${flag} NOT NULL DEFAULT 1,
      created_at ${ts} NOT NULL,
      last_seen_at ${ts} NOT NULL,
      idle_expires_at ${ts} NOT NULL,
      expires_at ${ts} NOT NULL,
      ended_at ${ts},
      end_reason TEXT,
      step_up_at ${ts},
      admin_wallet_id TEXT,
      admin_until ${ts}
    )${strict}`,
    'CREATE INDEX session_by_person ON session (person_id, created_at) WHERE ended_at IS NULL',
    `CREATE INDEX session_lapsed ON session (person_id) WHERE end_reason = 'idle' OR end_reason = 'expired'`,
    'CREATE INDEX session_by_wallet ON session (wallet_id)',
    'CREATE INDEX session_by_end ON session (ended_at) WHERE ended_at IS NOT NULL',
    'CREATE INDEX session_by_idle_end ON session (idle_expires_at) WHERE ended_at IS NULL',
    'CREATE INDEX session_live ON session (id) WHERE ended_at IS NULL',
    'CREATE INDEX session_ip_whole ON session (id) WHERE ip_whole = 1',
    // Every earlier token of a session, not just the last: using one again is a sign of theft.
    `CREATE TABLE retired_token (
      token_hash ${hash} NOT NULL PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      retired_at ${ts} NOT NULL
    )${strict}${clustered}`,
    'CREATE INDEX retired_token_by_session ON retired_token (session_id)',
  ]
}

function proofTables({ ts, hash, strict, clustered }: Types): string[] {
  return [
    // In order of expiry, so that inserts and the purge touch one end of one tree. A nonce has one expiry.
    `CREATE TABLE spent_challenge (
      nonce_hash ${hash} NOT NULL,
      proof_hash ${hash} NOT NULL,
      session_id TEXT NOT NULL,
      spent_at ${ts} NOT NULL,
      expires_at ${ts} NOT NULL,
      PRIMARY KEY (expires_at, nonce_hash)
    )${strict}${clustered}`,
    // What a contract approved, so that it can be revalidated; the signature is encrypted.
    `CREATE TABLE contract_proof (
      session_id TEXT PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
      chain_id ${ts} NOT NULL,
      address TEXT NOT NULL,
      message_hash ${hash} NOT NULL,
      signature ${hash} NOT NULL,
      checked_at ${ts} NOT NULL
    )${strict}`,
    'CREATE INDEX contract_proof_by_chain ON contract_proof (chain_id)',
    `CREATE TABLE step_up (
      id TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      wallet_id TEXT NOT NULL,
      action TEXT NOT NULL,
      signed_at ${ts} NOT NULL,
      used_at ${ts}
    )${strict}`,
    'CREATE INDEX step_up_by_session ON step_up (session_id)',
    'CREATE INDEX step_up_by_wallet ON step_up (wallet_id) WHERE used_at IS NULL',
  ]
}

function deviceTables({ ts, hash, strict }: Types): string[] {
  return [
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
  ]
}
