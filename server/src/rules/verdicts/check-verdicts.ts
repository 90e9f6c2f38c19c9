import type { RuleOutcome } from '@countersign/contract/rule/rule.ts'
import { findGroupRule, findGroupRules, type GroupRuleRecord } from '../../accounts/group/group-rule.store.ts'
import { findVerdicts } from '../../accounts/group/verdict.store.ts'
import type { Context } from '../../context.ts'
import { findSubjects } from '../find-subjects.ts'
import { openRules } from '../open-rules.ts'
import { findOtherHolders } from '../seats.ts'
import { recordOutages } from './record-outages.ts'
import { blocksSince } from './verdict-times.ts'
import { type PersonCheck, writeVerdicts } from './write-verdicts.ts'

export type CheckedVerdict = { groupId: string; personId: string; outcome: RuleOutcome }

type Check = {
  /** All groups with a rule by default. */
  groupIds?: readonly string[]
  personIds: readonly string[]
  /** Whether every condition gets a reason, also where the outcome does not depend on it. */
  explain?: boolean
}

/** People per transaction. */
const CHUNK = 100
/** People and rules change while they are checked; then the check is repeated. */
const ATTEMPTS = 3

/** Evaluates the rules now and stores the verdicts. People who were deleted have no outcome. */
export async function checkVerdicts(
  context: Context,
  { groupIds, personIds, explain = personIds.length === 1 }: Check,
): Promise<CheckedVerdict[]> {
  const ids = [...new Set(personIds)]
  const groups = groupIds ? [...new Set(groupIds)] : (await findGroupRules(context.store)).map(({ groupId }) => groupId)
  const checked: CheckedVerdict[] = []
  for (const groupId of groups) {
    const outcomes = await checkGroup(context, groupId, { personIds: ids, explain })
    for (const [personId, outcome] of outcomes) checked.push({ groupId, personId, outcome })
  }
  return checked
}

type GroupCheck = { personIds: readonly string[]; explain: boolean; holders?: boolean }

async function checkGroup(
  context: Context,
  groupId: string,
  { personIds, explain, holders = true }: GroupCheck,
): Promise<Map<string, RuleOutcome>> {
  const outcomes = new Map<string, RuleOutcome>()
  let open = personIds
  for (let attempt = 0; attempt < ATTEMPTS && open.length > 0; attempt++) {
    const group = await findGroupRule(context.store, groupId)
    if (!group) return outcomes
    const evaluated = await evaluate(context, group, { personIds: open, explain })
    const checks = group.rule.seats && holders ? await recheckHolders(context, group, evaluated) : evaluated
    open = []
    for (let start = 0; start < checks.length; start += CHUNK)
      for (const { personId, outcome } of await writeVerdicts(context, group, checks.slice(start, start + CHUNK))) {
        outcomes.set(personId, outcome ?? 'unknown')
        if (outcome === null) open = [...open, personId]
      }
  }
  return outcomes
}

async function evaluate(
  context: Context,
  group: GroupRuleRecord,
  { personIds, explain }: { personIds: readonly string[]; explain: boolean },
): Promise<PersonCheck[]> {
  const at = context.now()
  const subjects = [...(await findSubjects(context.store, personIds, at)).values()]
  if (subjects.length === 0) return []
  const verdicts = await findVerdicts(context.store, group.groupId, personIds)
  const since = new Map(personIds.map((id) => [id, blocksSince(group.rule, verdicts.get(id), at)]))
  const evaluations = await openRules(context).evaluate(group.rule, subjects, { explain, since })
  await recordOutages(context, group, evaluations)
  return subjects.flatMap((subject, index) => {
    const evaluation = evaluations[index]
    return evaluation ? [{ subject, evaluation, at }] : []
  })
}

/** The holder of a seat may have lost the token since their last check. */
async function recheckHolders(
  context: Context,
  { groupId }: GroupRuleRecord,
  checks: readonly PersonCheck[],
): Promise<PersonCheck[]> {
  const outcomes = new Map<string, RuleOutcome>()
  for (const { subject, evaluation } of checks) outcomes.set(subject.personId, evaluation.outcome)
  const holdersOf = new Map<string, string[]>()
  for (const { subject, evaluation } of checks) {
    const { personId } = subject
    holdersOf.set(personId, await findOtherHolders(context.store, { groupId, personId, tokens: evaluation.tokens }))
  }
  const personIds = [...new Set([...holdersOf.values()].flat())].filter((id) => !outcomes.has(id))
  const rechecked = await checkGroup(context, groupId, { personIds, explain: false, holders: false })
  for (const [personId, outcome] of rechecked) outcomes.set(personId, outcome)
  return checks.map((check) => {
    const holders = holdersOf.get(check.subject.personId) ?? []
    return { ...check, undecided: holders.some((id) => outcomes.get(id) === 'unknown') }
  })
}
