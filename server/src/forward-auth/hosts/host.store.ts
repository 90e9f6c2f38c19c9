import { wildcardFor } from '@countersign/contract/host/host-name.ts'
import { accessSchema } from '@countersign/contract/schemas/access.ts'
import { hostHeadersSchema, hostRulesSchema } from '@countersign/contract/schemas/admin/host.ts'
import {
  type Awaitable,
  cacheable,
  type Database,
  lockingStatement,
  lockTable,
  type Queries,
  type Row,
  statement,
} from '../../platform/store/database.ts'
import { change, changeOne, selectAll, selectOne } from '../../platform/store/query.ts'
import {
  flag,
  integer,
  mapRecord,
  option,
  type RecordOf,
  text,
  textList,
  textOrNull,
} from '../../platform/store/row.ts'

const hosts = mapRecord({
  id: text,
  host: text,
  name: text,
  enabled: flag,
  access: option(accessSchema),
  groupIds: textList,
  rules: (row: Row, column: string) => hostRulesSchema.parse(JSON.parse(text(row, column))),
  headers: (row: Row, column: string) => hostHeadersSchema.parse(JSON.parse(text(row, column))),
  createdAt: integer,
  version: integer,
})
export type HostRecord = RecordOf<typeof hosts>

const findById = cacheable<[id: string]>(`SELECT ${hosts.columns} FROM protected_host WHERE id = ?`)
// With the salt, so that a check needs no query of its own for it.
const findKey = cacheable(`
  SELECT id, (SELECT value FROM setting WHERE key = 'check_path_salt') AS check_salt
  FROM protected_host WHERE host IN (?, ?) ORDER BY CASE WHEN host = ? THEN 0 ELSE 1 END LIMIT 1`)
const lockHosts = lockTable('protected_host')
const countAll = statement('SELECT count(*) AS n FROM protected_host')

export const findHosts = selectAll(hosts.read)<[most: number]>(`SELECT ${hosts.columns} FROM protected_host LIMIT ?`)

export type HostKey = { id: string; checkSalt: string }

/** The id and not the record, since each name that a wildcard covers is cached separately. */
export function findCachedHostKey(store: Database, host: string): Awaitable<HostKey | undefined> {
  const key = () => [host, wildcardFor(host), host]
  return store.lookUp({ statement: findKey, name: host, key, read: toKey })
}

function toKey(row: Row): HostKey {
  return { id: text(row, 'id'), checkSalt: textOrNull(row, 'check_salt') ?? '' }
}

export function findCachedHost(store: Database, id: string): Awaitable<HostRecord | undefined> {
  return store.lookUp({ statement: findById, name: id, key: () => id, read: hosts.read })
}

export const findHost = selectOne(hosts.read)(findById)

export const findHostForChange = selectOne(hosts.read)(
  lockingStatement<[id: string]>(`SELECT ${hosts.columns} FROM protected_host WHERE id = ?`),
)

/** No other transaction adds a host until this one ends. */
export async function countHostsForAdding(queries: Queries): Promise<number> {
  await queries.run(lockHosts)
  const row = await queries.one(countAll)
  return row ? integer(row, 'n') : 0
}

export const insertHost = changeOne<HostRecord>(`
  INSERT INTO protected_host (${hosts.columns}, updated_at) VALUES (${hosts.values}, :createdAt)
  ON CONFLICT (host) DO NOTHING`)

export const updateHost = change<HostRecord & { now: number }>(`
  UPDATE protected_host SET ${hosts.assignments(['id', 'host', 'createdAt'])}, updated_at = :now WHERE id = :id`)

export const removeHost = change<[id: string]>('DELETE FROM protected_host WHERE id = ?')
