/** Whether access rules let a person in, and what they lack. */

import type { AccessRule } from '@countersign/contract/access.ts'
import { placeLeaves, type Requirement, type RuleOutcome } from '@countersign/contract/rule/rule.ts'
import { hasAccess } from '../accounts/group/group-access.ts'
import { findGroupRules, type GroupRuleRecord } from '../accounts/group/group-rule.store.ts'
import { findVerdicts, type Verdict } from '../accounts/group/verdict.store.ts'
import type { Context } from '../context.ts'
import { checkAllAccess, currentMembership, requestCheck } from './membership.ts'
import { waitForCheck } from './open-rules.ts'
import { describeRequirement, requirementWithoutRule } from './requirements.ts'

export type ExplainedAccess = {
  outcome: RuleOutcome
  /** Groups that would let the person in; empty for somebody who is in. */
  requirements: Requirement[]
}

type Asked = { rules: readonly AccessRule[]; personId: string }

/** Waits for rules that are due. */
export async function explainAccess(context: Context, { rules, personId }: Asked): Promise<ExplainedAccess> {
  const first = await checkAllAccess(context, rules, personId)
  const isComplete =
    first.outcome === 'yes' || (await completeReasons(context, { rules, personId, ids: first.membership.ids }))
  const { outcome, membership } = isComplete ? first : await checkAllAccess(context, rules, personId)
  const groupIds = outcome === 'yes' ? [] : groupsOf(rules, membership.ids)
  return { outcome, requirements: await findRequirements(context, { groupIds, personId, checked: new Map() }) }
}

/** Checks the rules of the groups that would let the person in, also those with a fresh verdict. */
export async function recheckAccess(context: Context, { rules, personId }: Asked): Promise<ExplainedAccess> {
  const before = await currentMembership(context, personId)
  const ruled = new Set((await findGroupRules(context.store)).map(({ groupId }) => groupId))
  const due = groupsOf(rules, before.ids).filter((id) => ruled.has(id))
  const checked = await checkGroups(context, personId, due)
  const { ids } = await currentMembership(context, personId)
  const groupIds = groupsOf(rules, ids)
  if (groupIds.length === 0) return { outcome: 'yes', requirements: [] }
  const missing = rules.filter((rule) => !hasAccess(rule, ids))
  const isOpen = (rule: AccessRule) => rule.groupIds.some((id) => checked.get(id) === 'unknown')
  const outcome = missing.every(isOpen) ? 'unknown' : 'no'
  return { outcome, requirements: await findRequirements(context, { groupIds, personId, checked }) }
}

/** Of the rules that do not let the person in. */
function groupsOf(rules: readonly AccessRule[], ownIds: readonly string[]): string[] {
  return [...new Set(rules.filter((rule) => !hasAccess(rule, ownIds)).flatMap(({ groupIds }) => groupIds))]
}

/** False if a check was needed: checks of many people give only the reasons that decided. */
async function completeReasons(
  context: Context,
  { rules, personId, ids }: Asked & { ids: readonly string[] },
): Promise<boolean> {
  const missing = groupsOf(rules, ids)
  const groups = (await findGroupRules(context.store)).filter(({ groupId }) => missing.includes(groupId))
  const incomplete: string[] = []
  for (const group of groups) {
    const verdict = await findVerdict(context, group, personId)
    const isExplained = verdict !== undefined && verdict.reasons.length === placeLeaves(group.rule.condition).length
    if (group.rule.showReasons && verdict?.outcome === 'no' && !isExplained) incomplete.push(group.groupId)
  }
  if (incomplete.length > 0) await checkGroups(context, personId, incomplete)
  return incomplete.length === 0
}

/** Checks the groups now, as far as a request may wait. */
async function checkGroups(
  context: Context,
  personId: string,
  groupIds: readonly string[],
): Promise<Map<string, RuleOutcome>> {
  const outcomes = new Map<string, RuleOutcome>(groupIds.map((groupId) => [groupId, 'unknown']))
  const checks = groupIds.map(async (groupId) => {
    outcomes.set(groupId, await requestCheck(context, personId, groupId))
  })
  for (const check of checks) context.background.run('check a rule', () => check)
  await waitForCheck(context, Promise.all(checks))
  return new Map(outcomes)
}

type Wanted = {
  groupIds: readonly string[]
  personId: string
  /** Outcomes of checks made for this answer, which an earlier verdict may outlive. */
  checked: ReadonlyMap<string, RuleOutcome>
}

async function findRequirements(context: Context, { groupIds, personId, checked }: Wanted): Promise<Requirement[]> {
  const ruled = new Map((await findGroupRules(context.store)).map((group) => [group.groupId, group]))
  const groups = groupIds.flatMap((id) => ruled.get(id) ?? [])
  const requirements: Requirement[] = []
  for (const group of groups) {
    const verdict = await findVerdict(context, group, personId)
    const outcome = checked.get(group.groupId) ?? (verdict ? outcomeOf(verdict, context.now()) : 'unknown')
    const reasons = verdict?.reasons ?? []
    requirements.push(await describeRequirement(context, group, { outcome, reasons }))
  }
  return groups.length < groupIds.length ? [...requirements, requirementWithoutRule('no')] : requirements
}

/** A no counts only while it is fresh. */
function outcomeOf({ outcome, freshUntil, keepUntil }: Verdict, now: number): RuleOutcome {
  if (outcome === null || now >= keepUntil) return 'unknown'
  return outcome === 'yes' || now < freshUntil ? outcome : 'unknown'
}

/** Of the current rule. */
async function findVerdict(
  { store }: Context,
  { groupId, ruleVersion }: GroupRuleRecord,
  personId: string,
): Promise<Verdict | undefined> {
  const verdict = (await findVerdicts(store, groupId, [personId])).get(personId)
  return verdict?.ruleVersion === ruleVersion ? verdict : undefined
}
