import { cacheable, type Database, type Queries, statement, writes } from '../../platform/store/database.ts'
import { queryInBatches } from '../../platform/store/query-in-batches.ts'
import { text } from '../../platform/store/row.ts'

/** The groups of a person, sorted by slug. */
export type Membership = { ids: string[]; slugs: string[] }

const findOf = cacheable('group_member people_group')(`
  SELECT coalesce(string_agg(g.slug || ' ' || g.id, ','), '') AS joined
  FROM group_member m JOIN people_group g ON g.id = m.group_id WHERE m.person_id = ?`)
const findNamed = statement(`
  SELECT g.id, g.name, g.slug FROM group_member m JOIN people_group g ON g.id = m.group_id
  WHERE m.person_id = ? ORDER BY g.slug`)
const page = statement(`
  SELECT person_id FROM group_member WHERE group_id = ? AND person_id < ? ORDER BY person_id DESC LIMIT ?`)
const insert = writes('group_member')(`
  INSERT INTO group_member (group_id, person_id, added_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`)
const remove = statement('DELETE FROM group_member WHERE group_id = ? AND person_id = ?')
const addToCount = writes('people_group')('UPDATE people_group SET members = members + ? WHERE id = ?')

/** One row, whatever they are in: it can be remembered. */
export async function findMembership(store: Database, personId: string): Promise<Membership> {
  const found = await store.lookUp({ statement: findOf, name: personId, key: () => personId, read: toMembership })
  return found ?? { ids: [], slugs: [] }
}

/** For the eye: with their names. */
export async function findGroupsOf(queries: Queries, personId: string): Promise<GroupName[]> {
  return (await queries.all(findNamed, personId)).map(toName)
}

export type GroupName = { id: string; name: string; slug: string }

/** The same for each of these people. */
export async function findGroupsOfAll(
  queries: Queries,
  personIds: readonly string[],
): Promise<Map<string, GroupName[]>> {
  const sql = `SELECT m.person_id, g.id, g.name, g.slug FROM group_member m JOIN people_group g ON g.id = m.group_id
    WHERE m.person_id IN (:keys) ORDER BY g.slug`
  const found = new Map<string, GroupName[]>()
  for (const row of await queryInBatches(queries, sql, personIds)) {
    const personId = text(row, 'person_id')
    found.set(personId, [...(found.get(personId) ?? []), toName(row)])
  }
  return found
}

/** Newest people first. `~` follows every id. */
export async function findMemberIds(
  queries: Queries,
  groupId: string,
  { after = '~', most }: { after?: string | undefined; most: number },
): Promise<string[]> {
  return (await queries.all(page, groupId, after, most)).map((row) => text(row, 'person_id'))
}

/** Which of these people are in it. */
export async function findMembersAmong(
  queries: Queries,
  groupId: string,
  personIds: readonly string[],
): Promise<Set<string>> {
  const sql = 'SELECT person_id FROM group_member WHERE group_id = ? AND person_id IN (:keys)'
  return new Set((await queryInBatches(queries, sql, personIds, groupId)).map((row) => text(row, 'person_id')))
}

/** False when they were in already. */
export async function insertMember(
  queries: Queries,
  { groupId, personId, now }: { groupId: string; personId: string; now: number },
): Promise<boolean> {
  return (await queries.run(insert, groupId, personId, now)) === 1
}

/** False when they were not in. */
export async function removeMember(
  queries: Queries,
  { groupId, personId }: { groupId: string; personId: string },
): Promise<boolean> {
  return (await queries.run(remove, groupId, personId)) === 1
}

export async function addToMembers(queries: Queries, groupId: string, more: number): Promise<void> {
  await queries.run(addToCount, more, groupId)
}

/** Is one of these people in more groups than that? */
export async function isAnyInMoreThan(queries: Queries, personIds: readonly string[], most: number): Promise<boolean> {
  const sql = `SELECT person_id FROM group_member WHERE person_id IN (:keys)
    GROUP BY person_id HAVING count(*) > ${most}`
  return (await queryInBatches(queries, sql, personIds)).length > 0
}

function toName(row: Parameters<typeof text>[0]): GroupName {
  return { id: text(row, 'id'), name: text(row, 'name'), slug: text(row, 'slug') }
}

function toMembership(row: Parameters<typeof text>[0]): Membership {
  const joined = text(row, 'joined')
  const groups =
    joined === ''
      ? []
      : joined
          .split(',')
          .sort()
          .map((group) => group.split(' '))
  return { ids: groups.map(([, id = '']) => id), slugs: groups.map(([slug = '']) => slug) }
}
