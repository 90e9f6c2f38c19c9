import { type Access, accessSchema } from '@countersign/contract/access.ts'
import { type Database, lockingStatement, onlyWriterOf, type Queries, type Row, statement } from '../store/database.ts'
import { flag, integer, oneOf, text, textList } from '../store/row.ts'

export type HostRecord = {
  id: string
  host: string
  name: string
  enabled: boolean
  access: Access
  groupIds: string[]
  createdAt: number
  version: number
}

const COLUMNS = 'id, host, name, enabled, access, group_ids, created_at, version'
const findAll = statement(`SELECT ${COLUMNS} FROM protected_host LIMIT ?`)
const findByName = statement(`SELECT ${COLUMNS} FROM protected_host WHERE host = ?`)
const findById = statement(`SELECT ${COLUMNS} FROM protected_host WHERE id = ?`)
const findForChange = lockingStatement(`SELECT ${COLUMNS} FROM protected_host WHERE id = ?`)
const hold = onlyWriterOf('protected_host')
const countAll = statement('SELECT count(*) AS n FROM protected_host')
const insert = statement(`
  INSERT INTO protected_host (id, host, name, enabled, access, group_ids, created_at, updated_at, version)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (host) DO NOTHING`)
const update = statement(`
  UPDATE protected_host SET name = ?, enabled = ?, access = ?, group_ids = ?, updated_at = ?, version = ? WHERE id = ?`)
const remove = statement('DELETE FROM protected_host WHERE id = ?')

export async function findHosts(queries: Queries, most: number): Promise<HostRecord[]> {
  return (await queries.all(findAll, most)).map(toHost)
}

/** Asked with every request a proxy passes on. */
export function findHostByName(store: Database, host: string): Promise<HostRecord | undefined> {
  return store.lookUp({ statement: findByName, name: host, key: () => host, read: toHost })
}

export async function findHostById(queries: Queries, id: string): Promise<HostRecord | undefined> {
  const row = await queries.one(findById, id)
  return row && toHost(row)
}

/** Held until the transaction ends. */
export async function findHostForChange(queries: Queries, id: string): Promise<HostRecord | undefined> {
  const row = await queries.one(findForChange, id)
  return row && toHost(row)
}

/** Stays true until the transaction ends. */
export async function countHostsForAdding(queries: Queries): Promise<number> {
  await queries.run(hold)
  const row = await queries.one(countAll)
  return row ? integer(row, 'n') : 0
}

/** False when the host is there already. */
export async function insertHost(queries: Queries, record: HostRecord): Promise<boolean> {
  const { id, host, name, access, createdAt, version } = record
  const enabled = record.enabled ? 1 : 0
  const ids = JSON.stringify(record.groupIds)
  return (await queries.run(insert, id, host, name, enabled, access, ids, createdAt, createdAt, version)) === 1
}

export async function updateHost(queries: Queries, record: HostRecord, now: number): Promise<void> {
  const { id, name, enabled, access, groupIds, version } = record
  await queries.run(update, name, enabled ? 1 : 0, access, JSON.stringify(groupIds), now, version, id)
}

export async function removeHost(queries: Queries, id: string): Promise<void> {
  await queries.run(remove, id)
}

function toHost(row: Row): HostRecord {
  return {
    id: text(row, 'id'),
    host: text(row, 'host'),
    name: text(row, 'name'),
    enabled: flag(row, 'enabled'),
    access: oneOf(row, 'access', accessSchema.options),
    groupIds: textList(row, 'group_ids'),
    createdAt: integer(row, 'created_at'),
    version: integer(row, 'version'),
  }
}
