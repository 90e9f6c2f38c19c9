/** What a rule names must exist: groups, wallet lists and networks. */

import { AppError, type FieldProblem } from '@countersign/contract/error/errors.ts'
import { ruleProblems } from '@countersign/contract/rule/check-rule.ts'
import { groupIdsOf, isChainCondition, listIdsOf, placeLeaves, type Rule } from '@countersign/contract/rule/rule.ts'
import { findGroup, lockGroup } from '../../accounts/group/group.ts'
import { findGroupRules } from '../../accounts/group/group-rule.store.ts'
import type { Networks } from '../../networks/configured-networks.ts'
import { normalizeName } from '../../networks/rpc/normalize-name.ts'
import type { Queries } from '../../platform/store/database.ts'
import { findWalletLists } from './wallet-lists/wallet-list.store.ts'

type Target = { groupId: string; rule: Rule }

/** In one order, so that two changes do not deadlock: the group, and those that its rule names. */
export async function lockGroupsOf(queries: Queries, { groupId, rule }: { groupId: string; rule: Rule | null }) {
  const ids = new Set([groupId, ...(rule ? groupIdsOf(rule) : [])])
  for (const id of [...ids].toSorted()) await lockGroup(queries, id)
}

/** Rules do not depend on each other, so that there are no cycles: a group with a rule is named by no other rule. */
async function checkGroups(queries: Queries, { groupId, rule }: Target): Promise<FieldProblem[]> {
  const others = (await findGroupRules(queries)).filter((other) => other.groupId !== groupId)
  const problems: FieldProblem[] = []
  if (others.some((other) => groupIdsOf(other.rule).includes(groupId)))
    problems.push({ path: '', code: 'used_by_rule' })
  const codeOf = async (id: string) => {
    if (id === groupId || others.some((other) => other.groupId === id)) return 'group_has_rule'
    return (await findGroup(queries, id)) ? undefined : 'unknown_group'
  }
  for (const { path, condition } of placeLeaves(rule.condition)) {
    const code = condition.kind === 'group' ? await codeOf(condition.groupId) : undefined
    if (code) problems.push({ path: `${path}/groupId`, code })
  }
  return problems
}

async function checkLists(queries: Queries, { groupId, rule }: Target): Promise<FieldProblem[]> {
  const lists = await findWalletLists(queries, listIdsOf(rule))
  const own = new Set(lists.filter((list) => list.groupId === groupId).map(({ id }) => id))
  return placeLeaves(rule.condition).flatMap(({ path, condition }) =>
    condition.kind === 'wallet_list' && !own.has(condition.listId)
      ? [{ path: `${path}/listId`, code: 'unknown_list' }]
      : [],
  )
}

export async function checkNetworks(networks: Networks, rule: Rule): Promise<FieldProblem[]> {
  const all = await networks.all()
  // The first of two networks of one chain is used.
  const isEnabled = (chainId: number) => all.find((network) => network.chainId === chainId)?.enabled === true
  return placeLeaves(rule.condition).flatMap(({ path, condition }) =>
    isChainCondition(condition) && !isEnabled(condition.chainId)
      ? [{ path: `${path}/chainId`, code: 'unknown_network' }]
      : [],
  )
}

/** What the database shows to be wrong. */
export async function checkStored(queries: Queries, target: Target): Promise<FieldProblem[]> {
  return [...(await checkGroups(queries, target)), ...(await checkLists(queries, target))]
}

/** Names are stored as they are looked up (ENSIP-15). */
export async function checkNames(rule: Rule): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = []
  for (const { path, condition } of placeLeaves(rule.condition)) {
    if (condition.kind !== 'ens_name') continue
    for (const [index, name] of condition.names.entries()) {
      const normalized = await normalizeName(name)
      if (normalized !== name)
        problems.push({
          path: `${path}/names/${index}`,
          code: normalized === undefined ? 'invalid_name' : 'not_normalized',
        })
    }
  }
  return problems
}

/** For rules that are not saved: contracts are not checked, and what they do not answer is unknown. */
export async function requirePreviewable(queries: Queries, target: Target): Promise<void> {
  const own = ruleProblems(target.rule)
  // What is too large is not looked up.
  if (isTooLarge(own)) throw refuseRule(own)
  const problems = [...own, ...(await checkStored(queries, target)), ...(await checkNames(target.rule))]
  if (problems.length > 0) throw refuseRule(problems)
}

export function isTooLarge(problems: readonly FieldProblem[]): boolean {
  return problems.some(({ code }) => code.startsWith('too_many') || code === 'too_deep')
}

export function refuseRule(problems: readonly FieldProblem[]): AppError {
  return new AppError('invalid_body', { fields: problems.map(({ path, code }) => ({ path: `/rule${path}`, code })) })
}
