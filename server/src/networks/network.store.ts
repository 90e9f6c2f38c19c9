import { lockingStatement, type Queries, type Row, statement, writes } from '../platform/store/database.ts'
import { bytes, flag, integer, text } from '../platform/store/row.ts'

export type NetworkRecord = {
  id: string
  chainId: number
  name: string
  urls: Uint8Array
  enabled: boolean
  version: number
}

const COLUMNS = 'id, chain_id, name, urls, enabled, version'
const findAll = statement(`SELECT ${COLUMNS} FROM network ORDER BY chain_id LIMIT ?`)
const findForChange = lockingStatement(`SELECT ${COLUMNS} FROM network WHERE id = ?`)
const insert = writes('network')(`
  INSERT INTO network (id, chain_id, name, urls, enabled, created_at, updated_at, version)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (chain_id) DO NOTHING`)
const update = writes('network')(`
  UPDATE network SET name = ?, urls = ?, enabled = ?, updated_at = ?, version = ? WHERE id = ?`)
const remove = statement('DELETE FROM network WHERE id = ?')

export async function findNetworks(queries: Queries, most: number): Promise<NetworkRecord[]> {
  return (await queries.all(findAll, most)).map(toNetwork)
}

export async function lockNetwork(queries: Queries, id: string): Promise<NetworkRecord | undefined> {
  const row = await queries.one(findForChange, id)
  return row && toNetwork(row)
}

/** False when its chain has one already. */
export async function insertNetwork(queries: Queries, network: NetworkRecord, now: number): Promise<boolean> {
  const { id, chainId, name, urls, enabled, version } = network
  return (await queries.run(insert, id, chainId, name, urls, enabled ? 1 : 0, now, now, version)) === 1
}

export async function updateNetwork(queries: Queries, network: NetworkRecord, now: number): Promise<void> {
  const { id, name, urls, enabled, version } = network
  await queries.run(update, name, urls, enabled ? 1 : 0, now, version, id)
}

export async function removeNetwork(queries: Queries, id: string): Promise<void> {
  await queries.run(remove, id)
}

function toNetwork(row: Row): NetworkRecord {
  return {
    id: text(row, 'id'),
    chainId: integer(row, 'chain_id'),
    name: text(row, 'name'),
    urls: bytes(row, 'urls'),
    enabled: flag(row, 'enabled'),
    version: integer(row, 'version'),
  }
}
