/** One timeline for both engines. A released migration is never edited: a later one corrects it. */

import { type Database, type Queries, statement, writes } from './database.ts'
import { access, accessRequests, columnNames, hostRules, stepUps, walletTrust } from './migrations/access-changes.ts'
import { account } from './migrations/account.ts'
import { addressEnd } from './migrations/address-end.ts'
import { appActivity, appInterop, appKeys, appKeyUse, appLogo, appTestCredentials } from './migrations/app-changes.ts'
import { apps } from './migrations/apps.ts'
import { cheapChecks } from './migrations/cheap-checks.ts'
import { deletionBy } from './migrations/deletion-by.ts'
import type { Migration, Types } from './migrations/migration.ts'
import { networks } from './migrations/networks.ts'
import { noticeSubject } from './migrations/notice-subject.ts'
import { retiredTokens } from './migrations/retired-tokens.ts'
import { rules } from './migrations/rules.ts'
import { signInCost } from './migrations/sign-in-cost.ts'
import { verdictBlocks } from './migrations/verdict-blocks.ts'
import { integer } from './row.ts'

export const TYPES: Record<Database['engine'], Types> = {
  sqlite: {
    engine: 'sqlite',
    ts: 'INTEGER',
    hash: 'BLOB',
    flag: 'INTEGER',
    strict: ' STRICT',
    clustered: ', WITHOUT ROWID',
    jsonObject: 'json_object',
    bytewise: '',
    memberOf: (column, name) => `GENERATED ALWAYS AS (${column} ->> '${name}') VIRTUAL`,
    firstLabel: (column) => `lower(substr(${column}, 1, instr(${column} || '.', '.') - 1))`,
  },
  postgres: {
    engine: 'postgres',
    ts: 'BIGINT',
    hash: 'BYTEA',
    flag: 'SMALLINT',
    strict: '',
    clustered: '',
    jsonObject: 'json_build_object',
    bytewise: ' COLLATE "C"',
    // Not with ->>, which rejects escapes such as \\u0000 that people may have typed. Quotes in strings are escaped.
    memberOf: (column, name) => `GENERATED ALWAYS AS (substring(${column} from '"${name}":"([^"\\\\]*)"')) STORED`,
    firstLabel: (column) => `lower(split_part(${column}, '.', 1))`,
  },
}

export const migrations: Migration[] = [
  {
    id: 1,
    name: 'sign-in',
    up: ({ ts, hash, flag, strict }) => [
      `CREATE TABLE setting (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL,
        changed_at ${ts} NOT NULL
      )${strict}`,
      `CREATE TABLE person (
        id TEXT PRIMARY KEY,
        display_name TEXT,
        role TEXT NOT NULL CHECK (role IN ('member', 'auditor', 'admin', 'owner')),
        status TEXT NOT NULL CHECK (status IN ('active', 'suspended', 'deleting', 'deleted')),
        created_at ${ts} NOT NULL,
        updated_at ${ts} NOT NULL,
        version ${ts} NOT NULL
      )${strict}`,
      `CREATE INDEX person_by_role ON person (role) WHERE role <> 'member'`,
      `CREATE TABLE wallet (
        id TEXT PRIMARY KEY,
        person_id TEXT NOT NULL REFERENCES person (id),
        namespace TEXT NOT NULL CHECK (namespace IN ('eip155', 'solana', 'bip122')),
        address TEXT NOT NULL,
        chain_ref TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('eoa', 'contract')),
        status TEXT NOT NULL CHECK (status IN ('linked', 'removing', 'removed')),
        linked_via TEXT NOT NULL CHECK (linked_via IN ('sign_in', 'link', 'recovery', 'admin_recovery', 'setup')),
        name_last TEXT,
        rdns_last TEXT,
        linked_at ${ts} NOT NULL,
        last_used_at ${ts} NOT NULL,
        version ${ts} NOT NULL
      )${strict}`,
      `CREATE UNIQUE INDEX wallet_by_account ON wallet (namespace, address, chain_ref) WHERE status <> 'removed'`,
      'CREATE INDEX wallet_by_person ON wallet (person_id)',
      `CREATE TABLE session (
        id TEXT PRIMARY KEY,
        token_hash ${hash} NOT NULL UNIQUE,
        previous_token_hash ${hash},
        rotated_at ${ts},
        person_id TEXT NOT NULL REFERENCES person (id),
        wallet_id TEXT NOT NULL REFERENCES wallet (id),
        kept ${flag} NOT NULL,
        device TEXT NOT NULL,
        ip_first TEXT NOT NULL,
        ip_last TEXT NOT NULL,
        created_at ${ts} NOT NULL,
        last_seen_at ${ts} NOT NULL,
        idle_expires_at ${ts} NOT NULL,
        expires_at ${ts} NOT NULL,
        ended_at ${ts},
        end_reason TEXT
      )${strict}`,
      'CREATE INDEX session_by_previous_token ON session (previous_token_hash) WHERE previous_token_hash IS NOT NULL',
      'CREATE INDEX session_by_person ON session (person_id, created_at) WHERE ended_at IS NULL',
      'CREATE INDEX session_by_end ON session (ended_at) WHERE ended_at IS NOT NULL',
      'CREATE INDEX session_by_idle_end ON session (idle_expires_at) WHERE ended_at IS NULL',
      `CREATE TABLE spent_challenge (
        nonce_hash ${hash} PRIMARY KEY,
        proof_hash ${hash} NOT NULL,
        session_id TEXT NOT NULL,
        spent_at ${ts} NOT NULL,
        expires_at ${ts} NOT NULL
      )${strict}`,
      'CREATE INDEX spent_challenge_by_end ON spent_challenge (expires_at)',
    ],
  },
  account,
  networks,
  apps,
  appActivity,
  appLogo,
  appKeys,
  appKeyUse,
  stepUps,
  walletTrust,
  access,
  appInterop,
  hostRules,
  accessRequests,
  appTestCredentials,
  columnNames,
  signInCost,
  rules,
  cheapChecks,
  addressEnd,
  noticeSubject,
  retiredTokens,
  deletionBy,
  verdictBlocks,
]

const createTable = statement(`
  CREATE TABLE IF NOT EXISTS migration (id INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)`)
const newest = statement('SELECT coalesce(max(id), 0) AS id FROM migration')
const record = writes('migration')('INSERT INTO migration (id, name, applied_at) VALUES (?, ?, ?)')
// Nodes that start together migrate one after the other.
const lockTimeline = statement('SELECT pg_advisory_xact_lock(4861279503)')

/** Rejects a database that a later version has migrated. */
export async function migrate(database: Database, now: number): Promise<number> {
  return database.transaction(async (queries) => {
    if (database.engine === 'postgres') await queries.all(lockTimeline)
    await queries.run(createTable)
    const row = await queries.one(newest)
    const applied = row ? integer(row, 'id') : 0
    const latest = migrations.at(-1)?.id ?? 0
    if (applied > latest) throw new NewerDatabaseError(applied, latest)
    for (const migration of migrations.filter(({ id }) => id > applied)) await apply(queries, migration, database, now)
    return latest - applied
  })
}

async function apply(queries: Queries, migration: Migration, database: Database, now: number): Promise<void> {
  for (const sql of migration.up(TYPES[database.engine])) await queries.run(statement(sql))
  await queries.run(record, migration.id, migration.name, now)
}

export class NewerDatabaseError extends Error {
  constructor(applied: number, known: number) {
    super(
      `The database is at migration ${applied}, but this version supports ${known}. Start the version that created it.`,
    )
    this.name = 'NewerDatabaseError'
  }
}
