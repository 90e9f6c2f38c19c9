import type { RuleReason } from '@countersign/contract/rule/rule.ts'
import { ruleReasonSchema } from '@countersign/contract/schemas/rule.ts'
import {
  type Queries,
  queryInBatches,
  type Row,
  type SqlValue,
  statement,
  writes,
} from '../../platform/store/database.ts'
import { change, selectAll } from '../../platform/store/query.ts'
import { integer, oneOf, text } from '../../platform/store/row.ts'

/** What a check of a group's rule found for a person; `outcome` is null until a check has succeeded. */
export type Verdict = {
  groupId: string
  personId: string
  ruleVersion: number
  outcome: 'yes' | 'no' | null
  reasons: RuleReason[]
  /** Chain id to the block at which the outcome was found. */
  blocks: Record<string, number>
  checkedAt: number
  /** The rule is checked again from then on. */
  freshUntil: number
  /** The outcome counts until then. */
  keepUntil: number
}

const COLUMNS = 'group_id, person_id, rule_version, outcome, reasons, blocks, checked_at, fresh_until, keep_until'
const INSERT = `INSERT INTO rule_verdict (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (group_id, person_id)`
// The person's row of memberships is all that is cached of verdicts.
const save = writes({ rowAt: 1 })(`
  ${INSERT} DO UPDATE SET rule_version = excluded.rule_version, outcome = excluded.outcome, reasons = excluded.reasons,
    blocks = excluded.blocks, checked_at = excluded.checked_at, fresh_until = excluded.fresh_until, keep_until = excluded.keep_until
  WHERE rule_verdict.rule_version <= excluded.rule_version`)
// An outcome of an earlier rule stays known, so that leaving the group is noticed, but does not count. Reasons are
// those of the outcome while it lets the person in, and of the last check otherwise.
const postpone = writes({ rowAt: 1 })(`
  ${INSERT} DO UPDATE SET fresh_until = excluded.fresh_until, rule_version = excluded.rule_version,
    reasons = CASE WHEN rule_verdict.outcome = 'yes' AND rule_verdict.keep_until > excluded.checked_at
      THEN rule_verdict.reasons ELSE excluded.reasons END,
    keep_until = CASE WHEN rule_verdict.rule_version = excluded.rule_version THEN rule_verdict.keep_until ELSE 0 END
  WHERE rule_verdict.rule_version <= excluded.rule_version`)
const makeDue = writes({ rowAt: 0 })('UPDATE rule_verdict SET fresh_until = 0 WHERE person_id = ?')
// Groups are stored as JSON in rules: the quotes delimit each id and kind.
const suspendForbidding = writes({ rowAt: 0 })(`
  UPDATE rule_verdict SET fresh_until = 0, keep_until = 0 WHERE person_id = ? AND group_id IN (
    SELECT id FROM people_group WHERE rule LIKE ? AND rule LIKE '%"kind":"not"%')`)
const suspendOnChain = statement(`
  UPDATE rule_verdict SET fresh_until = 0, keep_until = 0
  WHERE person_id IN (SELECT person_id FROM wallet WHERE chain_ref = ? AND status <> 'removed')`)

/** Of any version of the rule, by person. */
export async function findVerdicts(
  queries: Queries,
  groupId: string,
  personIds: readonly string[],
): Promise<Map<string, Verdict>> {
  const sql = `SELECT ${COLUMNS} FROM rule_verdict WHERE group_id = ? AND person_id IN (:keys)`
  const rows = await queryInBatches(queries, sql, personIds, groupId)
  return new Map(rows.map((row) => [text(row, 'person_id'), toVerdict(row)]))
}

/** The first people with a verdict of any version of the rule. */
export const findPeopleWithVerdict = selectAll((row) => text(row, 'person_id'))<[groupId: string, limit: number]>(
  'SELECT person_id FROM rule_verdict WHERE group_id = ? ORDER BY person_id LIMIT ?',
)

/** Not when a later version of the rule was checked meanwhile. */
export async function saveVerdict(queries: Queries, verdict: Verdict): Promise<void> {
  await queries.run(save, ...valuesOf(verdict))
}

/** The check found nothing out: the earlier outcome stays, and the next check is at `retryAt`. */
export async function postponeVerdict(
  queries: Queries,
  {
    retryAt,
    ...check
  }: Pick<Verdict, 'groupId' | 'personId' | 'ruleVersion' | 'reasons' | 'checkedAt'> & {
    retryAt: number
  },
): Promise<void> {
  await queries.run(postpone, ...valuesOf({ ...check, outcome: null, blocks: {}, freshUntil: retryAt, keepUntil: 0 }))
}

export const removeVerdict = change(
  writes({ rowAt: 1 })<[groupId: string, personId: string]>(
    'DELETE FROM rule_verdict WHERE group_id = ? AND person_id = ?',
  ),
)

/** After a change that may let the person in. The person is locked, as for every change of what rules decide by. */
export async function markVerdictsDue(queries: Queries, personId: string): Promise<void> {
  await queries.run(makeDue, personId)
}

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
  await queries.run(makeDue, personId)
  await queries.run(suspendForbidding, personId, `%"${groupId}"%`)
}

function valuesOf(verdict: Verdict): SqlValue[] {
  const { groupId, personId, ruleVersion, outcome, reasons, blocks, checkedAt, freshUntil, keepUntil } = verdict
  const found = [JSON.stringify(reasons), JSON.stringify(blocks)]
  return [groupId, personId, ruleVersion, outcome, ...found, checkedAt, freshUntil, keepUntil]
}

function toVerdict(row: Row): Verdict {
  return {
    groupId: text(row, 'group_id'),
    personId: text(row, 'person_id'),
    ruleVersion: integer(row, 'rule_version'),
    outcome: row.outcome === null ? null : oneOf(row, 'outcome', ['yes', 'no']),
    reasons: readReasons(text(row, 'reasons')),
    blocks: JSON.parse(text(row, 'blocks')) as Record<string, number>, // as saved
    checkedAt: integer(row, 'checked_at'),
    freshUntil: integer(row, 'fresh_until'),
    keepUntil: integer(row, 'keep_until'),
  }
}

function readReasons(json: string): RuleReason[] {
  const reasons: unknown = JSON.parse(json)
  return Array.isArray(reasons) ? reasons.map((reason) => ruleReasonSchema.parse(reason)) : []
}
