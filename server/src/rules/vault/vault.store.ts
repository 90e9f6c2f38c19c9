import { type Queries, type Row, statement } from '../../platform/store/database.ts'
import { selectAll } from '../../platform/store/query.ts'
import { flag, integer, text } from '../../platform/store/row.ts'

export type VaultRecord = {
  id: string
  personId: string
  chainId: number
  /** Lower case. */
  address: string
  addedAt: number
  checkedAt: number
  active: boolean
}

const COLUMNS = 'id, person_id, chain_id, address, added_at, checked_at, active'
const findOwn = statement(`SELECT ${COLUMNS} FROM vault WHERE id = ? AND person_id = ?`)
const insert = statement(`
  INSERT INTO vault (id, person_id, chain_id, address, added_at, checked_at, active) VALUES (?, ?, ?, ?, ?, ?, 1)
  ON CONFLICT (person_id, chain_id, address) DO NOTHING`)
const update = statement('UPDATE vault SET checked_at = ?, active = ? WHERE id = ?')
const remove = statement('DELETE FROM vault WHERE id = ? AND person_id = ?')

export const findVaults = selectAll(toVault)<[personId: string]>(
  `SELECT ${COLUMNS} FROM vault WHERE person_id = ? ORDER BY id`,
)

export async function findVault(queries: Queries, personId: string, id: string): Promise<VaultRecord | undefined> {
  const row = await queries.one(findOwn, id, personId)
  return row && toVault(row)
}

/** False when the person has added it already. */
export async function insertVault(
  queries: Queries,
  vault: Omit<VaultRecord, 'checkedAt' | 'active'>,
): Promise<boolean> {
  const { id, personId, chainId, address, addedAt } = vault
  return (await queries.run(insert, id, personId, chainId, address, addedAt, addedAt)) === 1
}

export async function updateVault(queries: Queries, { id, checkedAt, active }: VaultRecord): Promise<void> {
  await queries.run(update, checkedAt, active ? 1 : 0, id)
}

export async function removeVault(queries: Queries, personId: string, id: string): Promise<boolean> {
  return (await queries.run(remove, id, personId)) === 1
}

function toVault(row: Row): VaultRecord {
  return {
    id: text(row, 'id'),
    personId: text(row, 'person_id'),
    chainId: integer(row, 'chain_id'),
    address: text(row, 'address'),
    addedAt: integer(row, 'added_at'),
    checkedAt: integer(row, 'checked_at'),
    active: flag(row, 'active'),
  }
}
