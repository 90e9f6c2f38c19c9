import type { RuleReason } from '@countersign/contract/rule/rule.ts'
import { ruleReasonSchema } from '@countersign/contract/schemas/rule/rule.ts'
import { type Queries, queryInBatches, type Row, statement, writes } from '../../platform/store/database.ts'
import { change, selectAll } from '../../platform/store/query.ts'
import { integer, mapRecord, optionOrNull, type RecordOf, text } from '../../platform/store/row.ts'

const verdicts = mapRecord({
  groupId: text,
  personId: text,
  ruleVersion: integer,
  outcome: optionOrNull({ options: ['yes', 'no'] }),
  reasons: readReasons,
  /** Chain id to the block at which the outcome was found. */
  blocks: (row, column) => JSON.parse(text(row, column)) as Record<string, number>, // as saved
  checkedAt: integer,
  /** The rule is checked again from then on. */
  freshUntil: integer,
  /** The outcome counts until then. */
  keepUntil: integer,
})
/** What a check of a group's rule found for a person; `outcome` is null until a check has succeeded. */
export type Verdict = RecordOf<typeof verdicts>

const INSERT = `INSERT INTO rule_verdict (${verdicts.columns}) VALUES (${verdicts.values}) ON CONFLICT (group_id, person_id)`
// The person's row of memberships is all that is cached of verdicts.
const writesRow = writes({ rowAt: 1 })
// Groups are stored as JSON in rules: the quotes delimit each id and kind.
const suspendForbidding = writes({ rowAt: 0 })(`
  UPDATE rule_verdict SET fresh_until = 0, keep_until = 0 WHERE person_id = ? AND group_id IN (
    SELECT id FROM people_group WHERE rule LIKE ? AND rule LIKE '%"kind":"not"%')`)
const suspendOnChain = statement(`
  UPDATE rule_verdict SET fresh_until = 0, keep_until = 0
  WHERE person_id IN (SELECT person_id FROM wallet WHERE chain = ? AND status <> 'removed')`)

/** Of any version of the rule, by person. */
export async function findVerdicts(
  queries: Queries,
  groupId: string,
  personIds: readonly string[],
): Promise<Map<string, Verdict>> {
  const sql = `SELECT ${verdicts.columns} FROM rule_verdict WHERE group_id = ? AND person_id IN (:keys)`
  const rows = await queryInBatches(queries, sql, personIds, groupId)
  return new Map(rows.map((row) => [text(row, 'person_id'), verdicts.read(row)]))
}

/** The first people with a verdict of any version of the rule. */
export const findPeopleWithVerdict = selectAll((row) => text(row, 'person_id'))<[groupId: string, limit: number]>(
  'SELECT person_id FROM rule_verdict WHERE group_id = ? ORDER BY person_id LIMIT ?',
)

/** Not when a later version of the rule was checked meanwhile. */
export const saveVerdict = change(
  writesRow<Verdict>(`
  ${INSERT} DO UPDATE SET rule_version = excluded.rule_version, outcome = excluded.outcome, reasons = excluded.reasons,
    blocks = excluded.blocks, checked_at = excluded.checked_at, fresh_until = excluded.fresh_until, keep_until = excluded.keep_until
  WHERE rule_verdict.rule_version <= excluded.rule_version`),
)

// An outcome of an earlier rule stays known, so that leaving the group is noticed, but does not count. Reasons are
// those of the outcome while it lets the person in, and of the last check otherwise.
const postpone = change(
  writesRow<Verdict>(`
  ${INSERT} DO UPDATE SET fresh_until = excluded.fresh_until, rule_version = excluded.rule_version,
    reasons = CASE WHEN rule_verdict.outcome = 'yes' AND rule_verdict.keep_until > excluded.checked_at
      THEN rule_verdict.reasons ELSE excluded.reasons END,
    keep_until = CASE WHEN rule_verdict.rule_version = excluded.rule_version THEN rule_verdict.keep_until ELSE 0 END
  WHERE rule_verdict.rule_version <= excluded.rule_version`),
)

type InconclusiveCheck = Pick<Verdict, 'groupId' | 'personId' | 'ruleVersion' | 'reasons' | 'checkedAt'>

/** The check found nothing out: the earlier outcome stays, and the next check is at `retryAt`. */
export async function postponeVerdict(
  queries: Queries,
  { retryAt, ...check }: InconclusiveCheck & { retryAt: number },
): Promise<void> {
  await postpone(queries, { ...check, outcome: null, blocks: {}, freshUntil: retryAt, keepUntil: 0 })
}

export const removeVerdict = change(
  writesRow<[groupId: string, personId: string]>('DELETE FROM rule_verdict WHERE group_id = ? AND person_id = ?'),
)

/** After a change that may let the person in. The person is locked, as for every change of what rules decide by. */
export const markVerdictsDue = change(
  writes({ rowAt: 0 })<[personId: string]>('UPDATE rule_verdict SET fresh_until = 0 WHERE person_id = ?'),
)

/** After a change that may put the person out: the rules let them in again once they were checked. */
export const suspendVerdicts = change(
  writes({ rowAt: 0 })<[personId: string]>(`
  UPDATE rule_verdict SET fresh_until = 0, keep_until = 0 WHERE person_id = ?`),
)

/** The same for everyone with a contract wallet on this chain. */
export async function suspendVerdictsOnChain(queries: Queries, chainId: number): Promise<void> {
  await queries.run(suspendOnChain, String(chainId))
}

type OfGroup = { groupId: string; now: number }

/** Not later than it is already due. */
export const markVerdictDue = change(
  writes({ rowAt: 2 })<OfGroup & { personId: string }>(`
  UPDATE rule_verdict SET fresh_until = :now
  WHERE group_id = :groupId AND person_id = :personId AND fresh_until > :now`),
)

/** Everyone whom the rule lets in. */
export const markMembersDue = change<OfGroup>(`
  UPDATE rule_verdict SET fresh_until = :now WHERE group_id = :groupId AND outcome = 'yes' AND fresh_until > :now`)

/** The person was added to a group, which may let them in, or put them out where a rule forbids the group. */
export async function updateVerdictsOfJoined(queries: Queries, personId: string, groupId: string): Promise<void> {
  await markVerdictsDue(queries, personId)
  await queries.run(suspendForbidding, personId, `%"${groupId}"%`)
}

function readReasons(row: Row, column: string): RuleReason[] {
  const reasons: unknown = JSON.parse(text(row, column))
  return Array.isArray(reasons) ? reasons.map((reason) => ruleReasonSchema.parse(reason)) : []
}
