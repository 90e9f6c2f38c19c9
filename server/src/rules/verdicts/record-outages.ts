/** Records when a network of a rule stops and starts to respond: once for each outage, on whatever node it is noticed. */

import { isChainCondition, placeLeaves, type Rule } from '@countersign/contract/rule/rule.ts'
import type { ReasonProblem } from '@countersign/contract/schemas/rule/rule.ts'
import type { GroupRuleRecord } from '../../accounts/group/group-rule.store.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { memoize } from '../../platform/memoize.ts'
import { addSetting, lockSetting, putSetting } from '../../platform/store/setting.ts'
import type { Evaluation } from '../evaluation/judge.ts'

type NetworkState = { chainId: number; problem: ReasonProblem | null }

/** What this process noticed last, so that the database is asked only after a change. */
const noticedBy = memoize((_: Context) => new Map<string, boolean>())

export async function recordOutages(
  context: Context,
  group: GroupRuleRecord,
  evaluations: readonly Evaluation[],
): Promise<void> {
  const known = noticedBy(context)
  for (const { chainId, problem } of networkStates(group.rule, evaluations)) {
    const key = `${group.groupId} ${chainId}`
    if (known.get(key) === (problem === null)) continue
    known.set(key, problem === null)
    await storeChange(context, { key, group, chainId, problem })
  }
}

const NETWORK_PROBLEMS: readonly ReasonProblem[] = ['network_missing', 'network_unavailable', 'endpoints_disagree']

/** Networks that answered some of the reads only are left out: they are neither down nor back. */
function networkStates({ condition }: Rule, evaluations: readonly Evaluation[]): NetworkState[] {
  const chains = new Map<string, number>()
  for (const { path, condition: leaf } of placeLeaves(condition))
    if (isChainCondition(leaf)) chains.set(path, leaf.chainId)
  const problems = new Map<number, ReasonProblem>()
  const answered = new Set<number>()
  for (const { path, problem, block } of evaluations.flatMap(({ reasons }) => reasons)) {
    const chainId = chains.get(path)
    if (chainId === undefined) continue
    if (problem !== null && NETWORK_PROBLEMS.includes(problem)) problems.set(chainId, problem)
    else if (block !== null) answered.add(chainId)
  }
  return [...new Set([...problems.keys(), ...answered])].flatMap((chainId) => {
    const problem = problems.get(chainId) ?? null
    return problem !== null && answered.has(chainId) ? [] : [{ chainId, problem }]
  })
}

type Change = NetworkState & { key: string; group: GroupRuleRecord }

async function storeChange(context: Context, { key, group, chainId, problem }: Change): Promise<void> {
  await context.store.transaction(async (queries) => {
    const now = context.now()
    await addSetting(queries, SETTING, '[]', now)
    const down = new Set<string>(JSON.parse((await lockSetting(queries, SETTING)) ?? '[]'))
    const isUp = problem === null
    if (isUp !== down.has(key)) return
    if (isUp) down.delete(key)
    else down.add(key)
    await putSetting(queries, SETTING, JSON.stringify([...down]), now)
    await recordEvent(context, queries, {
      kind: isUp ? 'rule.available' : 'rule.unavailable',
      by: 'system',
      data: { groupId: group.groupId, slug: group.slug, chainId, ...(isUp ? {} : { problem }) },
    })
  })
}

const SETTING = 'rule_outages'
