import { type Queries, queryInBatches, statement } from '../../../platform/store/database.ts'
import { change, selectAll, selectOne } from '../../../platform/store/query.ts'
import { integer, mapRecord, type RecordOf, text, textOrNull } from '../../../platform/store/row.ts'

const lists = mapRecord({ id: text, groupId: text, wallets: integer, createdAt: integer })
export type WalletListRecord = RecordOf<typeof lists>

/** As wallets are stored. The forms of addresses do not overlap between chain families. */
const wallets = mapRecord({ address: text, chain: text, name: textOrNull, note: textOrNull })
export type ListedWallet = RecordOf<typeof wallets>

const insertList = change<WalletListRecord>(`INSERT INTO wallet_list (${lists.columns}) VALUES (${lists.values})`)

/** Rows per insert, in few forms so that each stays prepared. */
const INSERTS = [250, 25, 1].map((size) => ({
  size,
  insert: statement(
    `INSERT INTO wallet_list_row (list_id, ${wallets.columns}) VALUES ${Array(size).fill('(?, ?, ?, ?, ?)').join(', ')}`,
  ),
}))

export async function insertWalletList(
  queries: Queries,
  list: WalletListRecord,
  rows: readonly ListedWallet[],
): Promise<void> {
  await insertList(queries, list)
  const valuesOf = ({ address, chain, name, note }: ListedWallet) => [list.id, address, chain, name, note]
  let start = 0
  for (const { size, insert: insertRows } of INSERTS)
    for (; start + size <= rows.length; start += size)
      await queries.run(insertRows, ...rows.slice(start, start + size).flatMap(valuesOf))
}

export const findWalletList = selectOne(lists.read)<{ id: string; groupId: string }>(
  `SELECT ${lists.columns} FROM wallet_list WHERE id = :id AND group_id = :groupId`,
)

export async function findWalletLists(queries: Queries, ids: readonly string[]): Promise<WalletListRecord[]> {
  return (await queryInBatches(queries, `SELECT ${lists.columns} FROM wallet_list WHERE id IN (:keys)`, ids)).map(
    lists.read,
  )
}

export const findListedWallets = selectAll(wallets.read)<[listId: string]>(
  `SELECT ${wallets.columns} FROM wallet_list_row WHERE list_id = ? ORDER BY address, chain`,
)

/** Keys of wallets by list: `address` for a key, `address@chainId` for a contract wallet. A missing list has no entry. */
export async function findListKeys(queries: Queries, ids: readonly string[]): Promise<Map<string, Set<string>>> {
  const sql = 'SELECT list_id, address, chain FROM wallet_list_row WHERE list_id IN (:keys)'
  const keys = new Map<string, Set<string>>()
  for (const row of await queryInBatches(queries, sql, ids)) {
    const [listId, address, chain] = [text(row, 'list_id'), text(row, 'address'), text(row, 'chain')]
    const set = keys.get(listId) ?? new Set()
    keys.set(listId, set.add(isContract(address, chain) ? `${address}@${chain}` : address))
  }
  return keys
}

function isContract(address: string, chain: string): boolean {
  return address.startsWith('0x') && chain !== '0'
}

export const findListsCreatedBefore = selectAll(lists.read)<[time: number]>(
  `SELECT ${lists.columns} FROM wallet_list WHERE created_at < ? ORDER BY group_id, id`,
)

export const removeWalletList = change<[id: string]>('DELETE FROM wallet_list WHERE id = ?')
