import { type Queries, queryInBatches, type Row, type SqlValue, statement } from '../../../platform/store/database.ts'
import { change, selectAll, selectOne } from '../../../platform/store/query.ts'
import { integer, text, textOrNull } from '../../../platform/store/row.ts'

export type WalletListRecord = { id: string; groupId: string; wallets: number; createdAt: number }

/** As wallets are stored. The forms of addresses do not overlap between chain families. */
export type ListedWallet = { address: string; chainRef: string; name: string | null; note: string | null }

const LIST = 'id, group_id, wallets, created_at'
const insert = statement(`
  INSERT INTO wallet_list (${LIST}) VALUES (?, ?, ?, ?)`)
const findRows = statement(`
  SELECT address, chain_ref, name, note FROM wallet_list_row WHERE list_id = ? ORDER BY address, chain_ref`)

const ROW = 'list_id, address, chain_ref, name, note'
/** Rows per insert, in few forms so that each stays prepared. */
const INSERTS = [250, 25, 1].map((size) => ({
  size,
  insert: statement(`INSERT INTO wallet_list_row (${ROW}) VALUES ${Array(size).fill('(?, ?, ?, ?, ?)').join(', ')}`),
}))

export async function insertWalletList(
  queries: Queries,
  { id, groupId, wallets, createdAt }: WalletListRecord,
  rows: readonly ListedWallet[],
): Promise<void> {
  await queries.run(insert, id, groupId, wallets, createdAt)
  const valuesOf = ({ address, chainRef, name, note }: ListedWallet): SqlValue[] => [id, address, chainRef, name, note]
  let start = 0
  for (const { size, insert: insertRows } of INSERTS)
    for (; start + size <= rows.length; start += size)
      await queries.run(insertRows, ...rows.slice(start, start + size).flatMap(valuesOf))
}

export const findWalletList = selectOne(toList)<{ id: string; groupId: string }>(
  `SELECT ${LIST} FROM wallet_list WHERE id = :id AND group_id = :groupId`,
)

export async function findWalletLists(queries: Queries, ids: readonly string[]): Promise<WalletListRecord[]> {
  return (await queryInBatches(queries, `SELECT ${LIST} FROM wallet_list WHERE id IN (:keys)`, ids)).map(toList)
}

export async function findListedWallets(queries: Queries, listId: string): Promise<ListedWallet[]> {
  return (await queries.all(findRows, listId)).map((row) => ({
    address: text(row, 'address'),
    chainRef: text(row, 'chain_ref'),
    name: textOrNull(row, 'name'),
    note: textOrNull(row, 'note'),
  }))
}

/** Keys of wallets by list: `address` for a key, `address@chainId` for a contract wallet. A missing list has no entry. */
export async function findListKeys(queries: Queries, ids: readonly string[]): Promise<Map<string, Set<string>>> {
  const sql = 'SELECT list_id, address, chain_ref FROM wallet_list_row WHERE list_id IN (:keys)'
  const keys = new Map<string, Set<string>>()
  for (const row of await queryInBatches(queries, sql, ids)) {
    const [listId, address, chainRef] = [text(row, 'list_id'), text(row, 'address'), text(row, 'chain_ref')]
    const set = keys.get(listId) ?? new Set()
    keys.set(listId, set.add(isContract(address, chainRef) ? `${address}@${chainRef}` : address))
  }
  return keys
}

function isContract(address: string, chainRef: string): boolean {
  return address.startsWith('0x') && chainRef !== '0'
}

export const findListsCreatedBefore = selectAll(toList)<[time: number]>(
  `SELECT ${LIST} FROM wallet_list WHERE created_at < ? ORDER BY group_id, id`,
)

export const removeWalletList = change<[id: string]>('DELETE FROM wallet_list WHERE id = ?')

function toList(row: Row): WalletListRecord {
  return {
    id: text(row, 'id'),
    groupId: text(row, 'group_id'),
    wallets: integer(row, 'wallets'),
    createdAt: integer(row, 'created_at'),
  }
}
