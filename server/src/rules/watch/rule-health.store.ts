import type { RuleReason } from '@countersign/contract/rule/rule.ts'
import { type ReasonProblem, ruleReasonSchema } from '@countersign/contract/schemas/rule/rule.ts'
import { type Queries, statement } from '../../platform/store/database.ts'
import { integer, text } from '../../platform/store/row.ts'

// One of each group is enough: the contract is the same for everyone. `fresh_until` is near the last attempt.
const findWithProblem = statement(`
  SELECT v.group_id, min(v.reasons) AS reasons
  FROM rule_verdict v JOIN people_group g ON g.id = v.group_id AND g.rule_version = v.rule_version
  WHERE v.reasons LIKE ? AND v.fresh_until > ? GROUP BY v.group_id ORDER BY v.group_id`)
const findOutageEvents = statement(`
  SELECT at, data FROM activity WHERE kind = 'rule.unavailable' AND data LIKE ? ORDER BY id DESC LIMIT 100`)

/** Reasons of one person in each group with this problem, if the person was checked after `since`. */
export async function findReasonsWith(
  queries: Queries,
  { problem, since }: { problem: ReasonProblem; since: number },
): Promise<{ groupId: string; reasons: RuleReason[] }[]> {
  const rows = await queries.all(findWithProblem, `%"${problem}"%`, since)
  return rows.map((row) => {
    const reasons: unknown = JSON.parse(text(row, 'reasons'))
    return {
      groupId: text(row, 'group_id'),
      reasons: Array.isArray(reasons) ? reasons.map((reason) => ruleReasonSchema.parse(reason)) : [],
    }
  })
}

/** When it was recorded last that the rule cannot be checked; 0 if that event is gone. */
export async function findOutageTime(
  queries: Queries,
  { groupId, chainId }: { groupId: string; chainId: number },
): Promise<number> {
  const events = await queries.all(findOutageEvents, `%"groupId":"${groupId}"%`)
  const event = events.find((row) => JSON.parse(text(row, 'data')).chainId === chainId)
  return event ? integer(event, 'at') : 0
}
