import type { Migration, Types } from './migration.ts'

export const apps: Migration = {
  id: 4,
  name: 'apps',
  up: (types) => [...appTables(types), ...tokenTables(types), ...groupTables(types), ...hostTables(types)],
}

function appTables({ ts, hash, flag, strict }: Types): string[] {
  return [
    // A deleted app keeps its row, so that its client id is never reused.
    `CREATE TABLE app (
      id TEXT PRIMARY KEY,
      client_id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('web', 'spa', 'native')),
      preset TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('active', 'disabled', 'deleted')),
      auth_method TEXT NOT NULL,
      launch_url TEXT,
      redirect_uris TEXT NOT NULL,
      post_logout_uris TEXT NOT NULL,
      allowed_origins TEXT NOT NULL,
      backchannel_logout_uri TEXT,
      scopes TEXT NOT NULL,
      consent TEXT NOT NULL,
      subject_type TEXT NOT NULL,
      id_token_alg TEXT NOT NULL,
      email TEXT NOT NULL,
      require_par ${flag} NOT NULL,
      group_ids TEXT NOT NULL,
      access_seconds ${ts} NOT NULL,
      refresh_idle_seconds ${ts} NOT NULL,
      refresh_max_seconds ${ts} NOT NULL,
      people ${ts} NOT NULL DEFAULT 0,
      last_sign_in_at ${ts},
      test_until ${ts} NOT NULL DEFAULT 0,
      created_at ${ts} NOT NULL,
      updated_at ${ts} NOT NULL,
      version ${ts} NOT NULL
    )${strict}`,
    `CREATE UNIQUE INDEX app_by_name ON app (name_key) WHERE status <> 'deleted'`,
    `CREATE TABLE app_secret (
      id TEXT PRIMARY KEY,
      app_id TEXT NOT NULL REFERENCES app (id),
      secret_hash ${hash} NOT NULL,
      hint TEXT NOT NULL,
      created_at ${ts} NOT NULL,
      expires_at ${ts},
      last_used_at ${ts}
    )${strict}`,
    'CREATE INDEX app_secret_by_app ON app_secret (app_id)',
    `CREATE TABLE app_grant (
      id TEXT PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id),
      app_id TEXT NOT NULL REFERENCES app (id),
      scopes TEXT NOT NULL,
      granted_at ${ts} NOT NULL,
      last_used_at ${ts} NOT NULL,
      UNIQUE (person_id, app_id)
    )${strict}`,
    'CREATE INDEX app_grant_by_app ON app_grant (app_id)',
  ]
}

function tokenTables({ ts, hash, flag, strict }: Types): string[] {
  return [
    // Outlives the session until its back-channel logout is delivered.
    `CREATE TABLE session_app (
      session_id TEXT NOT NULL,
      app_id TEXT NOT NULL REFERENCES app (id),
      person_id TEXT NOT NULL,
      sid TEXT NOT NULL,
      used_at ${ts} NOT NULL,
      tries ${ts} NOT NULL DEFAULT 0,
      tell_at ${ts} NOT NULL DEFAULT 0,
      PRIMARY KEY (session_id, app_id)
    )${strict}`,
    'CREATE INDEX session_app_by_app ON session_app (app_id)',
    'CREATE INDEX session_app_due ON session_app (tell_at) WHERE tell_at > 0',
    'CREATE INDEX session_app_by_person ON session_app (person_id, app_id)',
    // Keyed by hash, since the id of a token is the token itself.
    `CREATE TABLE oidc_item (
      model TEXT NOT NULL,
      id_hash ${hash} NOT NULL,
      payload TEXT NOT NULL,
      grant_id TEXT,
      session_id TEXT,
      consumed_at ${ts},
      expires_at ${ts} NOT NULL,
      PRIMARY KEY (model, id_hash)
    )${strict}`,
    'CREATE INDEX oidc_item_by_grant ON oidc_item (grant_id) WHERE grant_id IS NOT NULL',
    'CREATE INDEX oidc_item_by_session ON oidc_item (session_id) WHERE session_id IS NOT NULL',
    'CREATE INDEX oidc_item_by_end ON oidc_item (expires_at)',
    `CREATE TABLE signing_key (
      kid TEXT PRIMARY KEY,
      alg TEXT NOT NULL CHECK (alg IN ('ES256', 'RS256')),
      public_jwk TEXT NOT NULL,
      private_sealed ${hash} NOT NULL,
      distrusted ${flag} NOT NULL DEFAULT 0,
      created_at ${ts} NOT NULL,
      active_from ${ts} NOT NULL,
      retire_at ${ts} NOT NULL,
      remove_at ${ts} NOT NULL
    )${strict}`,
    // Two nodes cannot create a key for the same time.
    'CREATE UNIQUE INDEX signing_key_by_start ON signing_key (alg, active_from)',
  ]
}

function groupTables({ ts, strict }: Types): string[] {
  return [
    `CREATE TABLE people_group (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      slug TEXT NOT NULL UNIQUE,
      members ${ts} NOT NULL DEFAULT 0,
      created_at ${ts} NOT NULL,
      updated_at ${ts} NOT NULL,
      version ${ts} NOT NULL
    )${strict}`,
    `CREATE TABLE group_member (
      group_id TEXT NOT NULL REFERENCES people_group (id) ON DELETE CASCADE,
      person_id TEXT NOT NULL REFERENCES person (id),
      added_at ${ts} NOT NULL,
      PRIMARY KEY (group_id, person_id)
    )${strict}`,
    'CREATE INDEX group_member_by_person ON group_member (person_id)',
  ]
}

function hostTables({ ts, hash, flag, strict }: Types): string[] {
  return [
    `CREATE TABLE protected_host (
      id TEXT PRIMARY KEY,
      host TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      enabled ${flag} NOT NULL,
      group_ids TEXT NOT NULL,
      created_at ${ts} NOT NULL,
      updated_at ${ts} NOT NULL,
      version ${ts} NOT NULL
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
