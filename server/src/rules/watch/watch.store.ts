import { type Queries, queryInBatches, type Row, statement } from '../../platform/store/database.ts'
import { integer, text, textOrNull } from '../../platform/store/row.ts'

/** How far the events of a chain were read. `problem` is why the last attempt failed. */
export type WatchRecord = { chainId: number; nextBlock: number; readAt: number; problem: string | null }

const findAll = statement('SELECT chain_id, next_block, read_at, problem FROM rule_watch ORDER BY chain_id')
const saveRead = statement(`
  INSERT INTO rule_watch (chain_id, next_block, read_at, problem) VALUES (?, ?, ?, NULL)
  ON CONFLICT (chain_id) DO UPDATE SET next_block = excluded.next_block, read_at = excluded.read_at, problem = NULL`)
const savePosition = statement(`
  INSERT INTO rule_watch (chain_id, next_block, read_at, problem) VALUES (?, ?, 0, NULL)
  ON CONFLICT (chain_id) DO UPDATE SET next_block = excluded.next_block`)
const saveFailure = statement(`
  INSERT INTO rule_watch (chain_id, next_block, read_at, problem) VALUES (?, 0, 0, ?)
  ON CONFLICT (chain_id) DO UPDATE SET problem = excluded.problem`)
const remove = statement('DELETE FROM rule_watch WHERE chain_id = ?')
const findMembers = statement(`
  SELECT v.person_id FROM rule_verdict v JOIN people_group g ON g.id = v.group_id AND g.rule_version = v.rule_version
  WHERE v.group_id = ? AND v.outcome = 'yes' AND v.keep_until > ? ORDER BY v.person_id LIMIT ?`)

export async function findWatchRecords(queries: Queries): Promise<WatchRecord[]> {
  return (await queries.all(findAll)).map(toRecord)
}

export async function saveLogsRead(
  queries: Queries,
  { chainId, nextBlock, now }: { chainId: number; nextBlock: number; now: number },
): Promise<void> {
  await queries.run(saveRead, chainId, nextBlock, now)
}

export async function saveNextBlock(queries: Queries, chainId: number, nextBlock: number): Promise<void> {
  await queries.run(savePosition, chainId, nextBlock)
}

export async function saveProblem(queries: Queries, chainId: number, problem: string): Promise<void> {
  await queries.run(saveFailure, chainId, problem)
}

export async function removeWatchRecord(queries: Queries, chainId: number): Promise<void> {
  await queries.run(remove, chainId)
}

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
      WHERE namespace = 'eip155' AND status <> 'removed' AND chain_ref IN ('0', ?) AND address IN (:keys)`,
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
export async function findRuleMembers(
  queries: Queries,
  { groupId, now, limit }: Group & { limit: number },
): Promise<string[]> {
  return (await queries.all(findMembers, groupId, now, limit)).map((row) => text(row, 'person_id'))
}

function toRecord(row: Row): WatchRecord {
  return {
    chainId: integer(row, 'chain_id'),
    nextBlock: integer(row, 'next_block'),
    readAt: integer(row, 'read_at'),
    problem: textOrNull(row, 'problem'),
  }
}
