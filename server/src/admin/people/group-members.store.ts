import { type Queries, type Row, statement } from '../../platform/store/database.ts'
import { queryInBatches } from '../../platform/store/query-in-batches.ts'
import { text } from '../../platform/store/row.ts'

const findNamed = statement(`
  SELECT g.id, g.name, g.slug FROM group_member m JOIN people_group g ON g.id = m.group_id
  WHERE m.person_id = ? ORDER BY g.slug`)
const page = statement(`
  SELECT person_id FROM group_member WHERE group_id = ? AND person_id < ? ORDER BY person_id DESC LIMIT ?`)

export type GroupName = { id: string; name: string; slug: string }

export async function findGroupsOf(queries: Queries, personId: string): Promise<GroupName[]> {
  return (await queries.all(findNamed, personId)).map(toName)
}

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

export async function findMembersAmong(
  queries: Queries,
  groupId: string,
  personIds: readonly string[],
): Promise<Set<string>> {
  const sql = 'SELECT person_id FROM group_member WHERE group_id = ? AND person_id IN (:keys)'
  return new Set((await queryInBatches(queries, sql, personIds, groupId)).map((row) => text(row, 'person_id')))
}

function toName(row: Row): GroupName {
  return { id: text(row, 'id'), name: text(row, 'name'), slug: text(row, 'slug') }
}
