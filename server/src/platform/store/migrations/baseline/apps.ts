import { oneOf, type Types } from '../migration.ts'

export function createAppTables(types: Types): string[] {
  return [...appTables(types), ...credentialTables(types), ...grantTables(types), ...oidcTables(types)]
}

/** A deleted app keeps its row, so that its client id is never reused. */
function appTables({ ts, flag, strict }: Types): string[] {
  return [
    `CREATE TABLE app (
      id TEXT PRIMARY KEY,
      client_id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL,
      logo_asset_id TEXT REFERENCES asset (id),
      kind TEXT NOT NULL ${oneOf('kind', 'web', 'spa', 'native')},
      preset TEXT NOT NULL,
      status TEXT NOT NULL ${oneOf('status', 'active', 'disabled', 'deleted')},
      auth_method TEXT NOT NULL,
      jwks TEXT,
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
      require_pkce ${flag} NOT NULL DEFAULT 1,
      allow_http ${flag} NOT NULL DEFAULT 0,
      introspect_app_ids TEXT NOT NULL DEFAULT '[]',
      token_audience TEXT,
      access TEXT NOT NULL DEFAULT 'groups' ${oneOf('access', 'everyone', 'groups')},
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
  ]
}

function credentialTables({ ts, hash, flag, strict }: Types): string[] {
  return [
    `CREATE TABLE app_secret (
      id TEXT PRIMARY KEY,
      app_id TEXT NOT NULL REFERENCES app (id),
      secret_hash ${hash} NOT NULL,
      hint TEXT NOT NULL,
      is_test ${flag} NOT NULL DEFAULT 0,
      created_at ${ts} NOT NULL,
      expires_at ${ts},
      last_used_at ${ts}
    )${strict}`,
    'CREATE INDEX app_secret_by_app ON app_secret (app_id)',
    `CREATE TABLE app_key_use (
      app_id TEXT NOT NULL REFERENCES app (id),
      thumbprint TEXT NOT NULL,
      last_used_at ${ts} NOT NULL,
      PRIMARY KEY (app_id, thumbprint)
    )${strict}`,
    `CREATE TABLE app_test_key (
      id TEXT PRIMARY KEY,
      app_id TEXT NOT NULL REFERENCES app (id),
      jwk TEXT NOT NULL,
      expires_at ${ts} NOT NULL
    )${strict}`,
    'CREATE INDEX app_test_key_by_app ON app_test_key (app_id)',
  ]
}

function grantTables({ ts, strict }: Types): string[] {
  return [
    `CREATE TABLE app_grant (
      id TEXT PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id),
      app_id TEXT NOT NULL REFERENCES app (id),
      scopes TEXT NOT NULL,
      granted_at ${ts} NOT NULL,
      last_used_at ${ts} NOT NULL,
      UNIQUE (person_id, app_id)
    )${strict}`,
    'CREATE INDEX app_grant_by_app ON app_grant (app_id, id)',
    // Outlives the session until its back-channel logout is delivered.
    `CREATE TABLE session_app (
      session_id TEXT NOT NULL,
      app_id TEXT NOT NULL REFERENCES app (id),
      person_id TEXT NOT NULL,
      sid TEXT NOT NULL,
      used_at ${ts} NOT NULL,
      tries ${ts} NOT NULL DEFAULT 0,
      notify_at ${ts} NOT NULL DEFAULT 0,
      PRIMARY KEY (session_id, app_id)
    )${strict}`,
    'CREATE INDEX session_app_by_app ON session_app (app_id)',
    'CREATE INDEX session_app_due ON session_app (notify_at) WHERE notify_at > 0',
    'CREATE INDEX session_app_by_person ON session_app (person_id, app_id)',
  ]
}

function oidcTables({ ts, hash, strict }: Types): string[] {
  return [
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
      alg TEXT NOT NULL ${oneOf('alg', 'ES256', 'RS256')},
      public_jwk TEXT NOT NULL,
      private_sealed ${hash} NOT NULL,
      created_at ${ts} NOT NULL,
      active_from ${ts} NOT NULL,
      retire_at ${ts} NOT NULL,
      remove_at ${ts} NOT NULL
    )${strict}`,
    // Two nodes cannot create a key for the same time.
    'CREATE UNIQUE INDEX signing_key_by_start ON signing_key (alg, active_from)',
  ]
}
