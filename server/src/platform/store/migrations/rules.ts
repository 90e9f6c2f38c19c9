import type { Migration } from './migration.ts'

export const rules: Migration = {
  id: 18,
  name: 'rules',
  up: ({ ts, flag, strict, clustered }) => [
    'ALTER TABLE people_group ADD COLUMN rule TEXT',
    // Verdicts of earlier versions do not count.
    `ALTER TABLE people_group ADD COLUMN rule_version ${ts} NOT NULL DEFAULT 0`,
    // `outcome` is null until a check has succeeded. A yes counts until `keep_until`; it is due from `fresh_until` on.
    `CREATE TABLE rule_verdict (
      group_id TEXT NOT NULL REFERENCES people_group (id) ON DELETE CASCADE,
      person_id TEXT NOT NULL REFERENCES person (id),
      rule_version ${ts} NOT NULL,
      outcome TEXT CHECK (outcome IN ('yes', 'no')),
      reasons TEXT NOT NULL,
      checked_at ${ts} NOT NULL,
      fresh_until ${ts} NOT NULL,
      keep_until ${ts} NOT NULL,
      PRIMARY KEY (group_id, person_id)
    )${strict}${clustered}`,
    'CREATE INDEX rule_verdict_by_person ON rule_verdict (person_id)',
    // Covers who is in a group, which is read page by page among any number of people who are not.
    `CREATE INDEX rule_verdict_in ON rule_verdict (group_id, person_id, rule_version, keep_until)
      WHERE outcome = 'yes'`,
    "CREATE INDEX rule_verdict_due ON rule_verdict (fresh_until) WHERE outcome = 'yes'",
    `CREATE TABLE rule_seat (
      group_id TEXT NOT NULL REFERENCES people_group (id) ON DELETE CASCADE,
      chain_id ${ts} NOT NULL,
      contract TEXT NOT NULL,
      token_id TEXT NOT NULL,
      person_id TEXT NOT NULL REFERENCES person (id),
      taken_at ${ts} NOT NULL,
      PRIMARY KEY (group_id, chain_id, contract, token_id)
    )${strict}${clustered}`,
    'CREATE INDEX rule_seat_by_person ON rule_seat (person_id)',
    // Never changed: a new upload is a new list, which counts once a saved rule names it.
    `CREATE TABLE wallet_list (
      id TEXT PRIMARY KEY,
      group_id TEXT NOT NULL REFERENCES people_group (id) ON DELETE CASCADE,
      wallets ${ts} NOT NULL,
      created_at ${ts} NOT NULL
    )${strict}`,
    'CREATE INDEX wallet_list_by_group ON wallet_list (group_id)',
    `CREATE TABLE wallet_list_row (
      list_id TEXT NOT NULL REFERENCES wallet_list (id) ON DELETE CASCADE,
      address TEXT NOT NULL,
      chain_ref TEXT NOT NULL,
      name TEXT,
      note TEXT,
      PRIMARY KEY (list_id, address, chain_ref)
    )${strict}${clustered}`,
    `CREATE TABLE vault (
      id TEXT PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES person (id),
      chain_id ${ts} NOT NULL,
      address TEXT NOT NULL,
      added_at ${ts} NOT NULL,
      checked_at ${ts} NOT NULL,
      active ${flag} NOT NULL,
      UNIQUE (person_id, chain_id, address)
    )${strict}`,
    // The next block to read of each network.
    `CREATE TABLE rule_watch (
      chain_id ${ts} PRIMARY KEY,
      next_block ${ts} NOT NULL,
      read_at ${ts} NOT NULL,
      problem TEXT
    )${strict}`,
  ],
}
