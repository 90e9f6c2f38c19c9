import { type Awaitable, mapAwaitable } from '../../platform/store/awaitable.ts'
import { cacheable, type Database, type Queries, type Row, statement, writes } from '../../platform/store/database.ts'
import { queryInBatches } from '../../platform/store/query-in-batches.ts'
import { text } from '../../platform/store/row.ts'

/** The groups of a person, sorted by slug. */
export type Membership = { ids: string[]; slugs: string[] }

const findOf = cacheable('group_member people_group')(`
  SELECT coalesce(string_agg(g.slug || ' ' || g.id, ','), '') AS joined
  FROM group_member m JOIN people_group g ON g.id = m.group_id WHERE m.person_id = ?`)
const insert = writes('group_member')(`
  INSERT INTO group_member (group_id, person_id, added_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`)
const remove = statement('DELETE FROM group_member WHERE group_id = ? AND person_id = ?')
const addToCount = writes('people_group')('UPDATE people_group SET members = members + ? WHERE id = ?')

/** One row in every case, so that it can be cached. */
export function findMembership(store: Database, personId: string): Awaitable<Membership> {
  const found = store.lookUp({ statement: findOf, name: personId, key: () => personId, read: toMembership })
  return mapAwaitable(found, (membership) => membership ?? { ids: [], slugs: [] })
}

export async function insertMember(
  queries: Queries,
  { groupId, personId, now }: { groupId: string; personId: string; now: number },
): Promise<boolean> {
  return (await queries.run(insert, groupId, personId, now)) === 1
}

export async function removeMember(
  queries: Queries,
  { groupId, personId }: { groupId: string; personId: string },
): Promise<boolean> {
  return (await queries.run(remove, groupId, personId)) === 1
}

export async function addToMembers(queries: Queries, groupId: string, more: number): Promise<void> {
  await queries.run(addToCount, more, groupId)
}

export async function exceedsGroupLimit(
  queries: Queries,
  personIds: readonly string[],
  limit: number,
): Promise<boolean> {
  const sql = `SELECT person_id FROM group_member WHERE person_id IN (:keys)
    GROUP BY person_id HAVING count(*) > ${limit}`
  return (await queryInBatches(queries, sql, personIds)).length > 0
}

function toMembership(row: Row): Membership {
  const joined = text(row, 'joined').split(',').filter(Boolean)
  const groups = joined.sort().map((group) => group.split(' '))
  return { ids: groups.map(([, id = '']) => id), slugs: groups.map(([slug = '']) => slug) }
}
