import type { PreviewedPerson } from '@countersign/contract/routes/admin/rule.ts'
import { personStatusSchema, roleSchema } from '@countersign/contract/schemas/person.ts'
import { liveSession } from '../../accounts/live-session.sql.ts'
import { type Queries, queryInBatches, type Row, statement } from '../../platform/store/database.ts'
import { selectAll, selectCount } from '../../platform/store/query.ts'
import { integer, integerOrNull, mapRecord, option, text, textOrNull } from '../../platform/store/row.ts'

const names = mapRecord({ id: text, displayName: textOrNull })
const primaryWallet = mapRecord({ address: textOrNull, ens: ['ens_name', textOrNull] })
const states = mapRecord({
  role: option(roleSchema),
  status: option(personStatusSchema),
  createdAt: integer,
  lastSeenAt: integerOrNull,
})
const NAME = `${names.columnsOf('p')}, ${primaryWallet.columnsOf('w')}`

/** `address` is lower case. */
const toName = (row: Row): PreviewedPerson => ({ ...names.read(row), ...primaryWallet.read(row) })
const toMember = (row: Row) => ({ ...toName(row), ...states.read(row), checkedAt: integer(row, 'checked_at') })
export type RuleMember = ReturnType<typeof toMember>

/** A verdict of the current rule that counts now. */
const COUNTS = `v.rule_version = g.rule_version AND v.outcome = 'yes' AND v.keep_until > ?`
const page = statement(`
  SELECT ${NAME}, ${states.columnsOf('p')}, v.checked_at
  FROM rule_verdict v JOIN people_group g ON g.id = v.group_id JOIN person p ON p.id = v.person_id
  LEFT JOIN wallet w ON w.id = p.primary_wallet_id
  WHERE v.group_id = ? AND ${COUNTS} AND v.person_id < ? ORDER BY v.person_id DESC LIMIT ?`)

/** Sorts after every id: the first digit of a ULID is at most 7. */
const LAST = 'per_Z'

export async function findRuleMembers(
  queries: Queries,
  groupId: string,
  { now, before = LAST, most }: { now: number; before?: string | undefined; most: number },
): Promise<RuleMember[]> {
  return (await queries.all(page, groupId, now, before, most)).map(toMember)
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

/** Which of these people an admin added to the group, and which are in it by its rule. */
export async function findMembersAmong(
  queries: Queries,
  { groupId, now }: { groupId: string; now: number },
  personIds: readonly string[],
): Promise<{ added: Set<string>; byRule: Set<string> }> {
  const added = 'SELECT person_id FROM group_member WHERE group_id = ? AND person_id IN (:keys)'
  const byRule = `SELECT v.person_id FROM rule_verdict v JOIN people_group g ON g.id = v.group_id
    WHERE v.group_id = ? AND ${COUNTS} AND v.person_id IN (:keys)`
  const idsOf = (rows: Row[]) => new Set(rows.map((row) => text(row, 'person_id')))
  return {
    added: idsOf(await queryInBatches(queries, added, personIds, groupId)),
    byRule: idsOf(await queryInBatches(queries, byRule, personIds, groupId, now)),
  }
}

/** `address` is lower case. */
export async function findNames(queries: Queries, ids: readonly string[]): Promise<Map<string, PreviewedPerson>> {
  const sql = `SELECT ${NAME} FROM person p LEFT JOIN wallet w ON w.id = p.primary_wallet_id WHERE p.id IN (:keys)`
  return new Map((await queryInBatches(queries, sql, ids)).map((row) => [text(row, 'id'), toName(row)]))
}
