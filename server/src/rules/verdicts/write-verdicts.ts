/** Writes verdicts with their seats, events and consequences. A verdict about what changed meanwhile is dropped. */

import { VERDICT_UNKNOWN_FRESH_MS } from '@countersign/contract/limits/rule-limits.ts'
import type { RuleOutcome } from '@countersign/contract/rule/rule.ts'
import { lockGroup } from '../../accounts/group/group.ts'
import { findGroupRuleForVerdicts, type GroupRuleRecord } from '../../accounts/group/group-rule.store.ts'
import { findVerdicts, postponeVerdict, saveVerdict, type Verdict } from '../../accounts/group/verdict.store.ts'
import { lockPerson } from '../../accounts/person/person.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { runTogether } from '../../platform/store/database.ts'
import type { Blocks } from '../chain-read.ts'
import type { Evaluation } from '../evaluation/judge.ts'
import { findSubjects, isSameSubject, type PersonSubject } from '../find-subjects.ts'
import { openRules } from '../open-rules.ts'
import { hasSeat, refuseSeat, takeSeat } from '../seats.ts'
import { blocksSince, timesOf } from './verdict-times.ts'

/** `at` is when the evaluation began. `undecided`: somebody with a seat of these tokens could not be checked. */
export type PersonCheck = { subject: PersonSubject; evaluation: Evaluation; at: number; undecided?: boolean }

/** Null: the person, the rule or the verdict changed during the check, so that its outcome means nothing. */
type WrittenVerdict = { personId: string; outcome: RuleOutcome | null }

export function writeVerdicts(
  context: Context,
  group: GroupRuleRecord,
  checks: readonly PersonCheck[],
): Promise<WrittenVerdict[]> {
  return context.store.transaction(
    async (queries) => {
      const ids = checks.map(({ subject }) => subject.personId).toSorted()
      // In one order, so that two transactions do not deadlock.
      await runTogether(...ids.map((id) => lockPerson(queries, id)))
      if (group.rule.seats) await lockGroup(queries, group.groupId)
      const current = await findGroupRuleForVerdicts(queries, group.groupId)
      const isCurrent = current?.ruleVersion === group.ruleVersion
      const subjects = isCurrent ? await findSubjects(queries, ids, context.now()) : new Map<string, PersonSubject>()
      const before = isCurrent ? await findVerdicts(queries, group.groupId, ids) : new Map<string, Verdict>()
      const written: WrittenVerdict[] = []
      for (const check of checks) {
        const { personId } = check.subject
        const outcome = isSameSubject(subjects.get(personId), check.subject)
          ? await writeVerdict(context, queries, { group, check, before: before.get(personId) })
          : null
        written.push({ personId, outcome })
      }
      return written
    },
    { repeatable: true },
  )
}

type Writing = { group: GroupRuleRecord; check: PersonCheck; before?: Verdict | undefined }

/** The person is locked, and the group too if its rule has seats. */
export async function writeVerdict(
  context: Context,
  queries: Queries,
  { group, check, before }: Writing,
): Promise<RuleOutcome | null> {
  const { groupId, rule, ruleVersion } = group
  const { personId } = check.subject
  // A check that began later was faster, on this node or another.
  if (before?.ruleVersion === ruleVersion && before.checkedAt > check.at) return before.outcome ?? 'unknown'
  if (isBehind(check.evaluation, blocksSince(rule, before, check.at))) return null
  const { outcome, reasons, blocks, validUntil } = await seat(queries, group, check)
  const verdict = { groupId, personId, ruleVersion, reasons, checkedAt: check.at }
  if (outcome === 'unknown') {
    await postponeVerdict(queries, { ...verdict, retryAt: context.now() + VERDICT_UNKNOWN_FRESH_MS })
    return outcome
  }
  await saveVerdict(queries, { ...verdict, outcome, blocks, ...timesOf(rule, { outcome, at: check.at, validUntil }) })
  const wasIn = before?.outcome === 'yes'
  if (outcome === 'yes' && !wasIn) await recordChange(context, queries, { kind: 'rule.entered', group, personId })
  if (outcome === 'no' && wasIn) await recordChange(context, queries, { kind: 'rule.left', group, personId })
  // A first no may be the last one that was missing for an app of several groups.
  if (outcome === 'no' && before?.outcome !== 'no') await openRules(context).leave(queries, { personId, groupId })
  return outcome
}

/** Another check has read a later block meanwhile. */
function isBehind({ blocks }: Evaluation, since: Blocks): boolean {
  return Object.entries(blocks).some(([chainId, block]) => block < (since[chainId] ?? 0))
}

/** An unknown outcome leaves the seats as they are. */
async function seat(
  queries: Queries,
  { groupId, rule }: GroupRuleRecord,
  { subject, evaluation, at, undecided }: PersonCheck,
): Promise<Evaluation> {
  const { outcome } = evaluation
  if (!rule.seats || outcome === 'unknown') return evaluation
  const { personId } = subject
  const tokens = outcome === 'yes' ? evaluation.tokens : []
  // The token of the seat may be one that could not be read.
  if (tokens.length > 0 && evaluation.partial && (await hasSeat(queries, { groupId, personId }))) return evaluation
  if (await takeSeat(queries, { groupId, personId, tokens, now: at })) return evaluation
  return undecided || evaluation.partial ? { ...evaluation, outcome: 'unknown' } : refuseSeat(rule, evaluation)
}

type Change = {
  kind: 'rule.entered' | 'rule.left'
  group: Pick<GroupRuleRecord, 'groupId' | 'slug'>
  personId: string
}

export function recordChange(context: Context, queries: Queries, { kind, group, personId }: Change): Promise<void> {
  const data = { groupId: group.groupId, slug: group.slug }
  return recordEvent(context, queries, { kind, by: 'system', personId, data })
}
