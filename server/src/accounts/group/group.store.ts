import type { AnswerOf } from '@countersign/contract/route.ts'
import type { listGroupUses } from '@countersign/contract/routes/admin/group.ts'
import { lockingStatement, lockTable, type Queries, statement } from '../../platform/store/database.ts'
import { change, changeOne, selectAll, selectCount, selectOne } from '../../platform/store/query.ts'
import { integer, integerOrNull, mapRecord, oneOf, type RecordOf, text } from '../../platform/store/row.ts'

const groups = mapRecord({
  id: text,
  name: text,
  slug: text,
  members: integer,
  ruleMembers: integerOrNull,
  createdAt: integer,
  version: integer,
})
export type GroupRecord = RecordOf<typeof groups>

const COLUMNS = `id, name, slug, members, created_at, version, CASE WHEN rule IS NULL THEN NULL ELSE (
  SELECT count(*) FROM rule_verdict v
  WHERE v.group_id = people_group.id AND v.rule_version = people_group.rule_version AND v.outcome = 'yes'
    AND v.keep_until > 0
) END AS rule_members`
const lock = lockTable('people_group')
const countAll = selectCount<[]>('SELECT count(*) AS n FROM people_group')
// Group ids are stored as JSON: the quotes delimit each id.
const findApps = statement(`
  SELECT id, name FROM app WHERE status <> 'deleted' AND group_ids LIKE ? ORDER BY name_key`)
const findHosts = statement(`
  SELECT id, name, CASE WHEN group_ids LIKE ? THEN 'access' ELSE 'rules' END AS used_in FROM protected_host
  WHERE group_ids LIKE ? OR rules LIKE ? ORDER BY host`)

export const findGroups = selectAll(groups.read)<[limit: number]>(`SELECT ${COLUMNS} FROM people_group LIMIT ?`)

export const findGroup = selectOne(groups.read)<[id: string]>(`SELECT ${COLUMNS} FROM people_group WHERE id = ?`)

/** Until the transaction ends the group is not deleted, and its members do not change. */
export const lockGroup = selectOne(groups.read)(
  lockingStatement<[id: string]>(`SELECT ${COLUMNS} FROM people_group WHERE id = ?`),
)

export const findGroupIdBySlug = selectOne((row) => text(row, 'id'))<[slug: string]>(
  'SELECT id FROM people_group WHERE slug = ?',
)

export async function countGroupsForAdding(queries: Queries): Promise<number> {
  await queries.run(lock)
  return countAll(queries)
}

/** False when another group has its slug. */
export const insertGroup = changeOne<GroupRecord>(`
  INSERT INTO people_group (id, name, slug, created_at, updated_at, version)
  VALUES (:id, :name, :slug, :createdAt, :createdAt, :version)
  ON CONFLICT (slug) DO NOTHING`)

export const updateGroup = change<GroupRecord & { now: number }>(`
  UPDATE people_group SET name = :name, slug = :slug, updated_at = :now, version = :version WHERE id = :id`)

export const removeGroup = change<[id: string]>('DELETE FROM people_group WHERE id = ?')

export type GroupUses = Pick<AnswerOf<typeof listGroupUses>, 'apps' | 'hosts'>

export async function findGroupUses(queries: Queries, id: string): Promise<GroupUses> {
  const pattern = `%"${id}"%`
  const apps = await queries.all(findApps, pattern)
  const hosts = await queries.all(findHosts, pattern, pattern, pattern)
  return {
    apps: apps.map((row) => ({ id: text(row, 'id'), name: text(row, 'name') })),
    hosts: hosts.map((row) => ({
      id: text(row, 'id'),
      name: text(row, 'name'),
      where: oneOf(row, 'used_in', ['access', 'rules']),
    })),
  }
}
