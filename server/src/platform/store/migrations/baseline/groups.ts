import { oneOf, type Types } from '../migration.ts'

export function createGroupTables(types: Types): string[] {
  return [...groupTables(types), ...verdictTables(types), ...walletListTables(types), ...chainTables(types)]
}

function groupTables({ ts, strict }: Types): string[] {
  return [
    `CREATE TABLE people_group (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      slug TEXT NOT NULL UNIQUE,
      members ${ts} NOT NULL DEFAULT 0,
      rule TEXT,
      rule_version ${ts} NOT NULL DEFAULT 0,
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

/**
 * Verdicts of earlier versions of the rule do not count. `outcome` is null until a check has succeeded. A yes counts
 * until `keep_until`; it is due from `fresh_until` on. `blocks`: chain id to the block at which the outcome was found.
 */
function verdictTables({ ts, strict, clustered }: Types): string[] {
  return [
    `CREATE TABLE rule_verdict (
      group_id TEXT NOT NULL REFERENCES people_group (id) ON DELETE CASCADE,
      person_id TEXT NOT NULL REFERENCES person (id),
      rule_version ${ts} NOT NULL,
      outcome TEXT ${oneOf('outcome', 'yes', 'no')},
      reasons TEXT NOT NULL,
      checked_at ${ts} NOT NULL,
      fresh_until ${ts} NOT NULL,
      keep_until ${ts} NOT NULL,
      blocks TEXT NOT NULL DEFAULT '{}',
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
  ]
}

/** Never changed: a new upload is a new list, which counts once a saved rule names it. */
function walletListTables({ ts, strict, clustered }: Types): string[] {
  return [
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
      chain TEXT NOT NULL,
      name TEXT,
      note TEXT,
      PRIMARY KEY (list_id, address, chain)
    )${strict}${clustered}`,
  ]
}

function chainTables({ ts, flag, strict }: Types): string[] {
  return [
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
  ]
}
