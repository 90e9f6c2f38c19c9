import { change, changeOne, selectAll, selectOne } from '../../platform/store/query.ts'
import { flag, integer, mapRecord, type RecordOf, text } from '../../platform/store/row.ts'

const vaults = mapRecord({
  id: text,
  personId: text,
  chainId: integer,
  /** Lower case. */
  address: text,
  addedAt: integer,
  checkedAt: integer,
  active: flag,
})
export type VaultRecord = RecordOf<typeof vaults>

export const findVaults = selectAll(vaults.read)<[personId: string]>(
  `SELECT ${vaults.columns} FROM vault WHERE person_id = ? ORDER BY id`,
)

export const findVault = selectOne(vaults.read)<{ id: string; personId: string }>(
  `SELECT ${vaults.columns} FROM vault WHERE id = :id AND person_id = :personId`,
)

/** False when the person has added it already. */
export const insertVault = changeOne<Omit<VaultRecord, 'checkedAt' | 'active'>>(`
  INSERT INTO vault (id, person_id, chain_id, address, added_at, checked_at, active)
  VALUES (:id, :personId, :chainId, :address, :addedAt, :addedAt, 1)
  ON CONFLICT (person_id, chain_id, address) DO NOTHING`)

export const updateVault = change<VaultRecord>(
  'UPDATE vault SET checked_at = :checkedAt, active = :active WHERE id = :id',
)

export const removeVault = changeOne<{ id: string; personId: string }>(
  'DELETE FROM vault WHERE id = :id AND person_id = :personId',
)
