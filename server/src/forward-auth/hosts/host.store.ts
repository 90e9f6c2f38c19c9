import { wildcardFor } from '@countersign/contract/host/host-name.ts'
import { accessSchema } from '@countersign/contract/schemas/access.ts'
import { hostHeadersSchema, hostRulesSchema } from '@countersign/contract/schemas/admin/host.ts'
import type { Awaitable } from '../../platform/store/database.ts'
import {
  cacheable,
  type Database,
  lockingStatement,
  lockTable,
  type Queries,
  type Row,
  statement,
} from '../../platform/store/database.ts'
import { change, selectAll, selectOne } from '../../platform/store/query.ts'
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

const FIELDS = {
  id: ['id', text],
  host: ['host', text],
  name: ['name', text],
  enabled: ['enabled', flag],
  access: ['access', option(accessSchema)],
  groupIds: ['group_ids', textList],
  rules: ['rules', (row: Row, column: string) => hostRulesSchema.parse(JSON.parse(text(row, column)))],
  headers: ['headers', (row: Row, column: string) => hostHeadersSchema.parse(JSON.parse(text(row, column)))],
  createdAt: ['created_at', integer],
  version: ['version', integer],
} as const
export type HostRecord = RecordOf<typeof FIELDS>

const { columns: COLUMNS, placeholders, read: toHost, values } = mapRecord(FIELDS)
const editable = mapRecord(FIELDS, ['id', 'host', 'createdAt'])
const findById = cacheable(`SELECT ${COLUMNS} FROM protected_host WHERE id = ?`)
// With the salt, so that a check needs no query of its own for it.
const findKey = cacheable(`
  SELECT id, (SELECT value FROM setting WHERE key = 'check_path_salt') AS check_salt
  FROM protected_host WHERE host IN (?, ?) ORDER BY CASE WHEN host = ? THEN 0 ELSE 1 END LIMIT 1`)
const lockHosts = lockTable('protected_host')
const countAll = statement('SELECT count(*) AS n FROM protected_host')
const insert = statement(`
  INSERT INTO protected_host (${COLUMNS}, updated_at) VALUES (${placeholders}, ?) ON CONFLICT (host) DO NOTHING`)
const update = statement(`UPDATE protected_host SET ${editable.assignments}, updated_at = ? WHERE id = ?`)

export const findHosts = selectAll(toHost)<[most: number]>(`SELECT ${COLUMNS} FROM protected_host LIMIT ?`)

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
  return store.lookUp({ statement: findById, name: id, key: () => id, read: toHost })
}

export async function findHost(queries: Queries, id: string): Promise<HostRecord | undefined> {
  const row = await queries.one(findById, id)
  return row && toHost(row)
}

export const findHostForChange = selectOne(toHost)(
  lockingStatement<[id: string]>(`SELECT ${COLUMNS} FROM protected_host WHERE id = ?`),
)

/** No other transaction adds a host until this one ends. */
export async function countHostsForAdding(queries: Queries): Promise<number> {
  await queries.run(lockHosts)
  const row = await queries.one(countAll)
  return row ? integer(row, 'n') : 0
}

export async function insertHost(queries: Queries, record: HostRecord): Promise<boolean> {
  return (await queries.run(insert, ...values(record), record.createdAt)) === 1
}

export async function updateHost(queries: Queries, record: HostRecord, now: number): Promise<void> {
  await queries.run(update, ...editable.values(record), now, record.id)
}

export const removeHost = change<[id: string]>('DELETE FROM protected_host WHERE id = ?')
