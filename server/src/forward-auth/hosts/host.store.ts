import { type Access, accessSchema } from '@countersign/contract/access.ts'
import { type HostHeader, hostHeadersSchema } from '@countersign/contract/host-header.ts'
import { type HostRule, hostRulesSchema } from '@countersign/contract/host-rule.ts'
import {
  type Database,
  lockingStatement,
  onlyWriterOf,
  type Queries,
  type Row,
  statement,
} from '../../platform/store/database.ts'
import { flag, integer, oneOf, text, textList } from '../../platform/store/row.ts'

export type HostRecord = {
  id: string
  host: string
  name: string
  enabled: boolean
  access: Access
  groupIds: string[]
  rules: HostRule[]
  headers: HostHeader[]
  createdAt: number
  version: number
}

const COLUMNS = 'id, host, name, enabled, access, group_ids, rules, headers, created_at, version'
const findAll = statement(`SELECT ${COLUMNS} FROM protected_host LIMIT ?`)
const findById = statement(`SELECT ${COLUMNS} FROM protected_host WHERE id = ?`)
const findId = statement(`
  SELECT id FROM protected_host WHERE host IN (?, ?) ORDER BY CASE WHEN host = ? THEN 0 ELSE 1 END LIMIT 1`)
const findForChange = lockingStatement(`SELECT ${COLUMNS} FROM protected_host WHERE id = ?`)
const lockTable = onlyWriterOf('protected_host')
const countAll = statement('SELECT count(*) AS n FROM protected_host')
const insert = statement(`
  INSERT INTO protected_host
    (id, host, name, enabled, access, group_ids, rules, headers, created_at, updated_at, version)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (host) DO NOTHING`)
const update = statement(`
  UPDATE protected_host
  SET name = ?, enabled = ?, access = ?, group_ids = ?, rules = ?, headers = ?, updated_at = ?, version = ?
  WHERE id = ?`)
const remove = statement('DELETE FROM protected_host WHERE id = ?')
const removeRequests = statement('DELETE FROM access_request WHERE object = ?')

export async function findHosts(queries: Queries, most: number): Promise<HostRecord[]> {
  return (await queries.all(findAll, most)).map(toHost)
}

/** The id and not the record, since each name that a wildcard covers is cached separately. */
export function findCachedHostId(
  store: Database,
  { host, wildcard }: { host: string; wildcard: string },
): Promise<string | undefined> {
  const key = () => [host, wildcard, host]
  return store.lookUp({ statement: findId, name: host, key, read: (row) => text(row, 'id') })
}

export function findCachedHost(store: Database, id: string): Promise<HostRecord | undefined> {
  return store.lookUp({ statement: findById, name: id, key: () => id, read: toHost })
}

export async function findHost(queries: Queries, id: string): Promise<HostRecord | undefined> {
  const row = await queries.one(findById, id)
  return row && toHost(row)
}

/** Locked until the transaction ends. */
export async function findHostForChange(queries: Queries, id: string): Promise<HostRecord | undefined> {
  const row = await queries.one(findForChange, id)
  return row && toHost(row)
}

/** No other transaction adds a host until this one ends. */
export async function countHostsForAdding(queries: Queries): Promise<number> {
  await queries.run(lockTable)
  const row = await queries.one(countAll)
  return row ? integer(row, 'n') : 0
}

/** False when the host exists already. */
export async function insertHost(queries: Queries, record: HostRecord): Promise<boolean> {
  const { id, host, name, access, createdAt, version } = record
  const enabled = record.enabled ? 1 : 0
  const values = [id, host, name, enabled, access, ...listsOf(record), createdAt, createdAt, version]
  return (await queries.run(insert, ...values)) === 1
}

export async function updateHost(queries: Queries, record: HostRecord, now: number): Promise<void> {
  const { id, name, enabled, access, version } = record
  await queries.run(update, name, enabled ? 1 : 0, access, ...listsOf(record), now, version, id)
}

/** With the access requests for it. */
export async function removeHost(queries: Queries, id: string): Promise<void> {
  await queries.run(removeRequests, id)
  await queries.run(remove, id)
}

function listsOf({ groupIds, rules, headers }: HostRecord): string[] {
  return [groupIds, rules, headers].map((list) => JSON.stringify(list))
}

function toHost(row: Row): HostRecord {
  return {
    id: text(row, 'id'),
    host: text(row, 'host'),
    name: text(row, 'name'),
    enabled: flag(row, 'enabled'),
    access: oneOf(row, 'access', accessSchema.options),
    groupIds: textList(row, 'group_ids'),
    rules: hostRulesSchema.parse(JSON.parse(text(row, 'rules'))),
    headers: hostHeadersSchema.parse(JSON.parse(text(row, 'headers'))),
    createdAt: integer(row, 'created_at'),
    version: integer(row, 'version'),
  }
}
