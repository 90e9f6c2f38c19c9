import { AppError } from '@countersign/contract/error/errors.ts'
import type { GroupRule } from '@countersign/contract/routes/admin/rule.ts'
import { ruleProblems } from '@countersign/contract/rule/check-rule.ts'
import type { Rule } from '@countersign/contract/rule/rule.ts'
import { findGroup, type GroupRecord } from '../../accounts/group/group.ts'
import { findGroupRule, updateRule } from '../../accounts/group/group-rule.store.ts'
import { type Actor, recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { checkVerdicts } from '../verdicts/check-verdicts.ts'
import { removeVerdicts } from '../verdicts/remove-verdicts.ts'
import { checkNames, checkNetworks, checkStored, isTooLarge, lockGroupsOf, refuseRule } from './check-references.ts'
import { checkContracts } from './contracts/check-contracts.ts'
import { readRule } from './read-rule.ts'
import { findPeopleIn, findPeopleWithSession } from './rule-member.store.ts'

type Change = { groupId: string; rule: Rule | null }

/** People per check after a change. */
const PEOPLE_PER_CHECK = 500

export async function saveRule(context: Context, by: Acting, change: Change): Promise<GroupRule> {
  const { groupId, rule } = change
  requireVersion(await findGroup(context.store, groupId), by.version)
  // Chains are read before the transaction, which may wait for nothing but queries.
  if (rule) await requireValid(context, { groupId, rule })
  // Reading chains takes seconds, in which an administrator may have been removed.
  const { answer, slug, wereIn } = await by.lockedTransaction(async (queries) => {
    await lockGroupsOf(queries, { groupId, rule })
    const group = requireVersion(await findGroup(queries, groupId), by.version)
    const problems = rule ? await checkStored(queries, { groupId, rule }) : []
    if (problems.length > 0) throw refuseRule(problems)
    const wereIn = await writeRule(context, queries, { by, group, rule })
    return { answer: await readRule(queries, groupId), slug: group.slug, wereIn }
  })
  if (wereIn)
    context.background.run('check a changed rule', () =>
      rule ? checkAffected(context, { groupId, wereIn }) : removeVerdicts(context, { groupId, slug }),
    )
  return answer
}

function requireVersion(group: GroupRecord | undefined, version: number): GroupRecord {
  if (!group) throw new AppError('not_found')
  if (group.version !== version) throw new AppError('version_conflict')
  return group
}

type Target = { groupId: string; rule: Rule }

async function requireValid(context: Context, { groupId, rule }: Target): Promise<void> {
  const own = ruleProblems(rule)
  // What is too large is not looked up.
  if (isTooLarge(own)) throw refuseRule(own)
  const problems = [
    ...own,
    ...(await checkStored(context.store, { groupId, rule })),
    ...(await checkNetworks(context.networks, rule)),
    ...(await checkNames(rule)),
  ]
  try {
    problems.push(...(await checkContracts(context, rule)))
  } catch (error) {
    // What is wrong anyway is reported first.
    if (problems.length === 0 || !(error instanceof AppError)) throw error
  }
  if (problems.length > 0) throw refuseRule(problems)
}

/** Returns who was in the group by the earlier rule; undefined if the rule is the same. */
async function writeRule(
  context: Context,
  queries: Queries,
  { by, group, rule }: { by: Actor; group: GroupRecord; rule: Rule | null },
): Promise<string[] | undefined> {
  const { id: groupId, slug } = group
  const before = (await findGroupRule(queries, groupId))?.rule ?? null
  if (JSON.stringify(before) === JSON.stringify(rule)) return undefined
  const wereIn = await findPeopleIn(queries, groupId)
  await updateRule(queries, { groupId, rule, version: group.version + 1, now: context.now() })
  const change = before === null ? 'added' : rule === null ? 'removed' : 'changed'
  await recordEvent(context, queries, { kind: 'rule.changed', ...by, data: { groupId, slug, change } })
  return wereIn
}

type Affected = { groupId: string; wereIn: readonly string[] }

/** Revokes the tokens of people who leave, and spares signed-in people a wait at their next request. */
async function checkAffected(context: Context, { groupId, wereIn }: Affected): Promise<void> {
  const people = [...new Set([...wereIn, ...(await findPeopleWithSession(context.store, { now: context.now() }))])]
  for (let start = 0; start < people.length; start += PEOPLE_PER_CHECK)
    await checkVerdicts(context, { groupIds: [groupId], personIds: people.slice(start, start + PEOPLE_PER_CHECK) })
}
