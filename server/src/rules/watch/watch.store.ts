import { type Queries, queryInBatches } from '../../platform/store/database.ts'
import { change, selectAll } from '../../platform/store/query.ts'
import { integer, mapRecord, type RecordOf, text, textOrNull } from '../../platform/store/row.ts'

/** How far the events of a chain were read. `problem` is why the last attempt failed. */
const records = mapRecord({ chainId: integer, nextBlock: integer, readAt: integer, problem: textOrNull })
export type WatchRecord = RecordOf<typeof records>

export const findWatchRecords = selectAll(records.read)<[]>(
  `SELECT ${records.columns} FROM rule_watch ORDER BY chain_id`,
)

export const saveLogsRead = change<{ chainId: number; nextBlock: number; now: number }>(`
  INSERT INTO rule_watch (chain_id, next_block, read_at, problem) VALUES (:chainId, :nextBlock, :now, NULL)
  ON CONFLICT (chain_id) DO UPDATE SET next_block = excluded.next_block, read_at = excluded.read_at, problem = NULL`)

export const saveNextBlock = change<[chainId: number, nextBlock: number]>(`
  INSERT INTO rule_watch (chain_id, next_block, read_at, problem) VALUES (?, ?, 0, NULL)
  ON CONFLICT (chain_id) DO UPDATE SET next_block = excluded.next_block`)

export const saveProblem = change<[chainId: number, problem: string]>(`
  INSERT INTO rule_watch (chain_id, next_block, read_at, problem) VALUES (?, 0, 0, ?)
  ON CONFLICT (chain_id) DO UPDATE SET problem = excluded.problem`)

export const removeWatchRecord = change<[chainId: number]>('DELETE FROM rule_watch WHERE chain_id = ?')

export type KnownAddress = { personId: string; address: string }

/** Wallets and vaults that count on this chain. */
export async function findKnownAddresses(
  queries: Queries,
  chainId: number,
  addresses: readonly string[],
): Promise<KnownAddress[]> {
  const wallets = await queryInBatches(
    queries,
    `SELECT person_id, address FROM wallet
      WHERE namespace = 'eip155' AND status <> 'removed' AND chain IN ('0', ?) AND address IN (:keys)`,
    addresses,
    String(chainId),
  )
  const vaults = await queryInBatches(
    queries,
    'SELECT person_id, address FROM vault WHERE chain_id = ? AND address IN (:keys)',
    addresses,
    chainId,
  )
  return [...wallets, ...vaults].map((row) => ({ personId: text(row, 'person_id'), address: text(row, 'address') }))
}

/** Those of the people who were checked for this group before. */
export async function findChecked(queries: Queries, groupId: string, personIds: readonly string[]): Promise<string[]> {
  const sql = 'SELECT person_id FROM rule_verdict WHERE group_id = ? AND person_id IN (:keys)'
  return (await queryInBatches(queries, sql, personIds, groupId)).map((row) => text(row, 'person_id'))
}

type Group = { groupId: string; now: number }

/** People whom the rule lets in. */
export const findRuleMembers = selectAll((row) => text(row, 'person_id'))<Group & { limit: number }>(`
  SELECT v.person_id FROM rule_verdict v JOIN people_group g ON g.id = v.group_id AND g.rule_version = v.rule_version
  WHERE v.group_id = :groupId AND v.outcome = 'yes' AND v.keep_until > :now ORDER BY v.person_id LIMIT :limit`)
