import type { PersonGroup } from '@countersign/contract/routes/admin/people.ts'
import { type Queries, queryInBatches, type Row, statement } from '../../platform/store/database.ts'
import { selectAll } from '../../platform/store/query.ts'
import { integer, text, textOrNull } from '../../platform/store/row.ts'

const personIdOf = (row: Row) => text(row, 'person_id')
const findPage = selectAll(personIdOf)<{ groupId: string; after: string; most: number }>(`
  SELECT person_id FROM group_member WHERE group_id = :groupId AND person_id < :after
  ORDER BY person_id DESC LIMIT :most`)
const IN_BY_RULE = `FROM rule_verdict WHERE group_id = ? AND rule_version = ? AND outcome = 'yes' AND keep_until > ?`
const rulePage = statement(`
  SELECT person_id ${IN_BY_RULE} AND person_id < ? ORDER BY person_id DESC LIMIT ?`)
// Without the order PostgreSQL may read another index, and with it verdicts of all groups.
const count = statement(`SELECT count(*) AS n FROM (SELECT 1 ${IN_BY_RULE} ORDER BY person_id LIMIT ?) AS few`)
const find = statement('SELECT members, rule, rule_version FROM people_group WHERE id = ?')

/** Sorted by slug. */
export async function findGroupsOfAll(
  queries: Queries,
  personIds: readonly string[],
  now: number,
): Promise<Map<string, PersonGroup[]>> {
  const added = `SELECT m.person_id, g.id, g.name, g.slug FROM group_member m JOIN people_group g ON g.id = m.group_id
    WHERE m.person_id IN (:keys)`
  const byRule = `SELECT v.person_id, g.id, g.name, g.slug FROM rule_verdict v JOIN people_group g ON g.id = v.group_id
    WHERE g.rule IS NOT NULL AND v.rule_version = g.rule_version AND v.outcome = 'yes' AND v.keep_until > ?
      AND v.person_id IN (:keys)`
  const found = new Map<string, Map<string, PersonGroup>>()
  const add = (row: Row, how: { added: true } | { byRule: true }) => {
    const groups = found.get(text(row, 'person_id')) ?? new Map<string, PersonGroup>()
    const slug = text(row, 'slug')
    const known = groups.get(slug) ?? { added: false, byRule: false }
    found.set(
      text(row, 'person_id'),
      groups.set(slug, { ...known, id: text(row, 'id'), name: text(row, 'name'), slug, ...how }),
    )
  }
  for (const row of await queryInBatches(queries, added, personIds)) add(row, { added: true })
  for (const row of await queryInBatches(queries, byRule, personIds, now)) add(row, { byRule: true })
  return new Map([...found].map(([id, groups]) => [id, [...groups.values()].sort(bySlug)]))
}

const bySlug = (a: PersonGroup, b: PersonGroup) => (a.slug < b.slug ? -1 : 1)

type MemberPage = { after?: string | undefined; most: number }

/** Added by an admin, newest people first. `~` follows every id. */
export function findMemberIds(queries: Queries, groupId: string, { after = '~', most }: MemberPage): Promise<string[]> {
  return findPage(queries, { groupId, after, most })
}

export async function findMembersAmong(
  queries: Queries,
  groupId: string,
  personIds: readonly string[],
): Promise<Set<string>> {
  const sql = 'SELECT person_id FROM group_member WHERE group_id = ? AND person_id IN (:keys)'
  return new Set((await queryInBatches(queries, sql, personIds, groupId)).map(personIdOf))
}

/** Of these people, those whom an admin added to the group, and those who are in it by its rule. */
export async function findMemberships(
  queries: Queries,
  { groupId, personIds, now }: { groupId: string; personIds: readonly string[]; now: number },
): Promise<{ added: Set<string>; byRule: Set<string> }> {
  const sql = `SELECT v.person_id FROM rule_verdict v JOIN people_group g ON g.id = v.group_id
    WHERE v.group_id = ? AND g.rule IS NOT NULL AND v.rule_version = g.rule_version AND v.outcome = 'yes'
      AND v.keep_until > ? AND v.person_id IN (:keys)`
  const byRule = await queryInBatches(queries, sql, personIds, groupId, now)
  return { added: await findMembersAmong(queries, groupId, personIds), byRule: new Set(byRule.map(personIdOf)) }
}

/** A group with everyone in it now, added by an admin or by its rule. `ruleVersion` is null without a rule. */
export type WholeGroup = { id: string; ruleVersion: number | null; now: number; size: number }

/** The size counts people in it by the rule up to `most`, and those who are added too twice. */
export async function findWholeGroup(
  queries: Queries,
  { id, now, most }: { id: string; now: number; most: number },
): Promise<WholeGroup | undefined> {
  const row = await queries.one(find, id)
  if (!row) return undefined
  const members = integer(row, 'members')
  if (textOrNull(row, 'rule') === null) return { id, ruleVersion: null, now, size: members }
  const ruleVersion = integer(row, 'rule_version')
  const counted = await queries.one(count, id, ruleVersion, now, most)
  return { id, ruleVersion, now, size: members + (counted ? integer(counted, 'n') : 0) }
}

/** Newest people first. Both indexes have this order, so a page costs the same with any number of people. */
export async function findIdsInGroup(
  queries: Queries,
  { id, ruleVersion, now }: WholeGroup,
  wanted: MemberPage,
): Promise<string[]> {
  const added = await findMemberIds(queries, id, wanted)
  if (ruleVersion === null) return added
  const { after = '~', most } = wanted
  const byRule = (await queries.all(rulePage, id, ruleVersion, now, after, most)).map(personIdOf)
  return [...new Set([...added, ...byRule])].sort().reverse().slice(0, most)
}

export async function findIdsAmong(
  queries: Queries,
  { id, ruleVersion, now }: WholeGroup,
  personIds: readonly string[],
): Promise<Set<string>> {
  const added = await findMembersAmong(queries, id, personIds)
  if (ruleVersion === null) return added
  const sql = `SELECT person_id ${IN_BY_RULE} AND person_id IN (:keys)`
  const byRule = await queryInBatches(queries, sql, personIds, id, ruleVersion, now)
  return added.union(new Set(byRule.map(personIdOf)))
}
