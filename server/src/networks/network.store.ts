import { lockingStatement } from '../platform/store/database.ts'
import { change, changeOne, selectAll, selectOne } from '../platform/store/query.ts'
import { bytes, flag, integer, mapRecord, type RecordOf, text } from '../platform/store/row.ts'

const networks = mapRecord({
  id: text,
  chainId: integer,
  name: text,
  urls: bytes,
  enabled: flag,
  version: integer,
})

export type NetworkRecord = RecordOf<typeof networks>

export const findNetworks = selectAll(networks.read)<[limit: number]>(
  `SELECT ${networks.columns} FROM network ORDER BY chain_id LIMIT ?`,
)

export const lockNetwork = selectOne(networks.read)(
  lockingStatement<[id: string]>(`SELECT ${networks.columns} FROM network WHERE id = ?`),
)

export const insertNetwork = changeOne<NetworkRecord & { now: number }>(`
  INSERT INTO network (${networks.columns}, created_at, updated_at)
  VALUES (${networks.values}, :now, :now) ON CONFLICT (chain_id) DO NOTHING`)

export const updateNetwork = change<NetworkRecord & { now: number }>(
  `UPDATE network SET ${networks.assignments()}, updated_at = :now WHERE id = :id`,
)

export const removeNetwork = change<[id: string]>('DELETE FROM network WHERE id = ?')
