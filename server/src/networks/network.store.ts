import { lockingStatement, type Queries, statement } from '../platform/store/database.ts'
import { change, selectAll, selectOne } from '../platform/store/query.ts'
import { bytes, flag, integer, mapRecord, type RecordOf, text } from '../platform/store/row.ts'

const FIELDS = {
  id: ['id', text],
  chainId: ['chain_id', integer],
  name: ['name', text],
  urls: ['urls', bytes],
  enabled: ['enabled', flag],
  version: ['version', integer],
} as const

export type NetworkRecord = RecordOf<typeof FIELDS>
const networks = mapRecord(FIELDS)

const insert = statement(`
  INSERT INTO network (${networks.columns}, created_at, updated_at)
  VALUES (${networks.placeholders}, ?, ?) ON CONFLICT (chain_id) DO NOTHING`)
const update = statement(`UPDATE network SET ${networks.assignments}, updated_at = ? WHERE id = ?`)

export const findNetworks = selectAll(networks.read)<[limit: number]>(
  `SELECT ${networks.columns} FROM network ORDER BY chain_id LIMIT ?`,
)

export const lockNetwork = selectOne(networks.read)(
  lockingStatement<[id: string]>(`SELECT ${networks.columns} FROM network WHERE id = ?`),
)

export async function insertNetwork(queries: Queries, network: NetworkRecord, now: number): Promise<boolean> {
  return (await queries.run(insert, ...networks.values(network), now, now)) === 1
}

export async function updateNetwork(queries: Queries, network: NetworkRecord, now: number): Promise<void> {
  await queries.run(update, ...networks.values(network), now, network.id)
}

export const removeNetwork = change<[id: string]>('DELETE FROM network WHERE id = ?')
