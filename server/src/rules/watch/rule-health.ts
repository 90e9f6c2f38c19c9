/** What keeps rules from being checked, for the health page. */

import { VERDICT_YES_FRESH_MS } from '@countersign/contract/limits/rule-limits.ts'
import { chainConditionsOf, placeConditions } from '@countersign/contract/rule/rule.ts'
import { findGroupRules, type GroupRuleRecord } from '../../accounts/group/group-rule.store.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { findSetting } from '../../platform/store/setting.ts'
import { findStaleVerdicts } from './recheck.store.ts'
import { findOutageTime, findReasonsWith } from './rule-health.store.ts'
import { findWatchRecords } from './watch.store.ts'
import { planWatch } from './watch-plan.ts'

/** A verdict that is this much older than it should be is a fault of the server, not of a slow node. */
const LATE_MS = 5 * 60 * 1000

/** What nobody met for this long may have been fixed. */
const PROBLEM_KEPT_MS = 24 * 60 * 60 * 1000

type ContractProblem = 'no_code' | 'contract_failed'
type GroupChain = { groupId: string; groupName: string; chainId: number }

export type RuleHealth = {
  rules: number
  /** Networks that rules name and that are not configured or are disabled. */
  missingNetworks: GroupChain[]
  /** Addresses that rules name and where no contract is, or one that fails. */
  brokenContracts: (GroupChain & { address: string; problem: ContractProblem })[]
  /** Rules that cannot be checked at the moment. */
  outages: (GroupChain & { since: number })[]
  /** People who are signed in and were not checked in time. */
  late: { count: number; since: number }
  /** Chains whose events are read; `problem` is why that fails, and `readAt` is 0 until it was done once. */
  watched: { chainId: number; readAt: number; problem: string | null }[]
}

export async function readRuleHealth({ store, networks, now }: Context): Promise<RuleHealth> {
  const rules = await findGroupRules(store)
  const enabled = new Set((await networks.all()).filter((each) => each.enabled).map(({ chainId }) => chainId))
  const checkedBefore = now() - VERDICT_YES_FRESH_MS - LATE_MS
  return {
    rules: rules.length,
    missingNetworks: rules.flatMap(chainsOf).filter(({ chainId }) => !enabled.has(chainId)),
    brokenContracts: [
      ...(await findBrokenContracts(store, rules, { problem: 'no_code', since: now() - PROBLEM_KEPT_MS })),
      ...(await findBrokenContracts(store, rules, { problem: 'contract_failed', since: now() - PROBLEM_KEPT_MS })),
    ],
    outages: await findOutages(store, rules),
    late: await findStaleVerdicts(store, { now: now(), checkedBefore }),
    watched: await findWatched(store, rules, enabled),
  }
}

function chainsOf({ groupId, name, rule }: GroupRuleRecord): GroupChain[] {
  const chainIds = new Set(chainConditionsOf(rule).map(({ chainId }) => chainId))
  return [...chainIds].map((chainId) => ({ groupId, groupName: name, chainId }))
}

async function findBrokenContracts(
  queries: Queries,
  rules: readonly GroupRuleRecord[],
  { problem, since }: { problem: ContractProblem; since: number },
): Promise<RuleHealth['brokenContracts']> {
  return (await findReasonsWith(queries, { problem, since })).flatMap(({ groupId, reasons }) => {
    const group = rules.find((each) => each.groupId === groupId)
    if (!group) return []
    const paths = new Set(reasons.filter((reason) => reason.problem === problem).map(({ path }) => path))
    return placeConditions(group.rule.condition).flatMap(({ path, condition }) =>
      paths.has(path) && 'contract' in condition
        ? [{ groupId, groupName: group.name, chainId: condition.chainId, address: condition.contract, problem }]
        : [],
    )
  })
}

async function findOutages(queries: Queries, rules: readonly GroupRuleRecord[]) {
  const stored: unknown = JSON.parse((await findSetting(queries, 'rule_outages')) ?? '[]')
  const down = new Set(Array.isArray(stored) ? stored : [])
  const affected = rules.flatMap(chainsOf).filter(({ groupId, chainId }) => down.has(`${groupId} ${chainId}`))
  const outages: RuleHealth['outages'] = []
  for (const each of affected) outages.push({ ...each, since: await findOutageTime(queries, each) })
  return outages
}

async function findWatched(queries: Queries, rules: readonly GroupRuleRecord[], enabled: ReadonlySet<number>) {
  const records = new Map((await findWatchRecords(queries)).map((record) => [record.chainId, record]))
  return planWatch(rules)
    .filter(({ chainId, contracts }) => enabled.has(chainId) && contracts.size > 0)
    .map(({ chainId }) => {
      const { readAt = 0, problem = null } = records.get(chainId) ?? {}
      return { chainId, readAt, problem }
    })
}
