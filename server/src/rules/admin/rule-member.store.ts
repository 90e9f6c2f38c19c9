import { liveSession } from '../../accounts/live-session.sql.ts'
import type { Queries } from '../../platform/store/database.ts'
import { selectAll, selectCount } from '../../platform/store/query.ts'
import { integer, mapRecord, text } from '../../platform/store/row.ts'

const members = mapRecord({ id: ['person_id', text], checkedAt: integer })
type Page = { groupId: string; now: number; before: string; most: number }
const findPage = selectAll(members.read)<Page>(`
  SELECT ${members.columnsOf('v')} FROM rule_verdict v JOIN people_group g ON g.id = v.group_id
  WHERE v.group_id = :groupId AND v.rule_version = g.rule_version AND v.outcome = 'yes' AND v.keep_until > :now
    AND v.person_id < :before
  ORDER BY v.person_id DESC LIMIT :most`)

/** Sorts after every id: the first digit of a ULID is at most 7. */
const LAST = 'per_Z'

/** People with a verdict of the current rule that counts now. */
export function findRuleMembers(
  queries: Queries,
  { before = LAST, ...page }: Omit<Page, 'before'> & { before: string | undefined },
) {
  return findPage(queries, { ...page, before })
}

/** People who were in the group by this or an earlier version of its rule. */
export const findPeopleIn = selectAll((row) => text(row, 'person_id'))<[groupId: string]>(
  "SELECT person_id FROM rule_verdict WHERE group_id = ? AND outcome = 'yes' ORDER BY person_id",
)

export const findPeopleWithSession = selectAll((row) => text(row, 'person_id'))<{ now: number }>(`
  SELECT DISTINCT s.person_id FROM session s WHERE ${liveSession('s')} ORDER BY s.person_id`)

/** Most recently seen first. */
export const findActivePeople = selectAll((row) => text(row, 'id'))<[most: number]>(`
  SELECT id FROM person WHERE status = 'active' AND last_seen_at IS NOT NULL
  ORDER BY last_seen_at DESC, id DESC LIMIT ?`)

export const countActivePeople = selectCount<[]>("SELECT count(*) AS n FROM person WHERE status = 'active'")
