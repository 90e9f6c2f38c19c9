import {
  type Awaitable,
  cacheable,
  type Database,
  mapAwaitable,
  type Queries,
  queryInBatches,
  type Row,
} from '../../platform/store/database.ts'
import { change, changeOne } from '../../platform/store/query.ts'
import { text } from '../../platform/store/row.ts'

/** The groups of a person, sorted by slug. */
export type Membership = { ids: string[]; slugs: string[] }

/**
 * What the last check of a group's rule found for a person. The outcome counts until `keepUntil` and is due for a
 * check from `freshUntil` on. Without a verdict of the current rule: null and zeros.
 */
export type RuleState = {
  groupId: string
  slug: string
  outcome: 'yes' | 'no' | null
  freshUntil: number
  keepUntil: number
}

/** The groups to which an admin added the person, and the state of every group with a rule. */
export type StoredMembership = Membership & { personId: string; rules: RuleState[] }

const findOf = {
  ...cacheable(`
  SELECT (
    SELECT coalesce(string_agg(g.slug || ' ' || g.id, ','), '')
    FROM group_member m JOIN people_group g ON g.id = m.group_id WHERE m.person_id = ?
  ) AS joined, (
    SELECT coalesce(string_agg(g.slug || ' ' || g.id || ' ' || coalesce(v.outcome, '-') || ' ' ||
      coalesce(v.fresh_until, 0) || ' ' || coalesce(v.keep_until, 0), ','), '')
    FROM people_group g
    LEFT JOIN rule_verdict v ON v.group_id = g.id AND v.rule_version = g.rule_version AND v.person_id = ?
    WHERE g.rule IS NOT NULL
  ) AS ruled`),
  // A verdict is of one person, and so drops the memberships of one.
  rowsOf: 'rule_verdict',
}

/** One row in every case, so that it can be cached. */
export function findMembership(store: Database, personId: string): Awaitable<StoredMembership> {
  const found = store.lookUp({
    statement: findOf,
    name: personId,
    key: () => [personId, personId],
    read: (row) => toMembership(personId, row),
    rowId: personOf,
  })
  return mapAwaitable(found, (membership) => membership ?? { personId, ids: [], slugs: [], rules: [] })
}

/** Not cached, for transactions. */
export async function readMembership(queries: Queries, personId: string): Promise<StoredMembership> {
  const row = await queries.one(findOf, personId, personId)
  return row ? toMembership(personId, row) : { personId, ids: [], slugs: [], rules: [] }
}

const personOf = ({ personId }: StoredMembership) => personId

export const insertMember = changeOne<{ groupId: string; personId: string; now: number }>(`
  INSERT INTO group_member (group_id, person_id, added_at) VALUES (:groupId, :personId, :now) ON CONFLICT DO NOTHING`)

export const removeMember = changeOne<{ groupId: string; personId: string }>(
  'DELETE FROM group_member WHERE group_id = :groupId AND person_id = :personId',
)

export const addToMembers = change<{ groupId: string; more: number }>(
  'UPDATE people_group SET members = members + :more WHERE id = :groupId',
)

export async function exceedsGroupLimit(
  queries: Queries,
  personIds: readonly string[],
  limit: number,
): Promise<boolean> {
  const sql = `SELECT person_id FROM group_member WHERE person_id IN (:keys)
    GROUP BY person_id HAVING count(*) > ${limit}`
  return (await queryInBatches(queries, sql, personIds)).length > 0
}

function toMembership(personId: string, row: Row): StoredMembership {
  const groups = readGroups(row, 'joined')
  const ids = groups.map(([, id = '']) => id)
  return { personId, ids, slugs: groups.map(([slug = '']) => slug), rules: readGroups(row, 'ruled').map(toRuleState) }
}

function readGroups(row: Row, column: string): string[][] {
  const joined = text(row, column)
  return joined === ''
    ? []
    : joined
        .split(',')
        .sort()
        .map((group) => group.split(' '))
}

function toRuleState([slug = '', groupId = '', outcome, freshUntil, keepUntil]: string[]): RuleState {
  return {
    groupId,
    slug,
    outcome: outcome === 'yes' || outcome === 'no' ? outcome : null,
    freshUntil: Number(freshUntil),
    keepUntil: Number(keepUntil),
  }
}
