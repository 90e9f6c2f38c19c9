import {
  chainConditionsOf,
  groupIdsOf,
  type Requirement,
  type RuleOutcome,
  type RuleReason,
} from '@countersign/contract/rule/rule.ts'
import { findGroupNames } from '../accounts/group/group.ts'
import type { GroupRuleRecord } from '../accounts/group/group-rule.store.ts'
import type { Context } from '../context.ts'
import { formatAddress } from '../platform/crypto/address.ts'

/** Without a rule only an administrator adds people to the group. */
export function requirementWithoutRule(outcome: RuleOutcome): Requirement {
  return { hasRule: false, outcome, text: null, details: null }
}

/** The requirement of a group with a rule; the operator decides whether its conditions are shown. */
export async function describeRequirement(
  context: Context,
  { rule }: Pick<GroupRuleRecord, 'rule'>,
  { outcome, reasons }: { outcome: RuleOutcome; reasons: RuleReason[] },
): Promise<Requirement> {
  const shown = { hasRule: true, outcome, text: rule.refusalText }
  if (!rule.showReasons) return { ...shown, details: null }
  const { condition, wallets, delegations } = rule
  const chainIds = new Set(chainConditionsOf(rule).map(({ chainId }) => chainId))
  const groupIds = new Set(groupIdsOf(rule))
  const networks = (await context.networks.all()).filter(({ chainId }) => chainIds.has(chainId))
  const groups =
    groupIds.size === 0 ? [] : [...(await findGroupNames(context.store))].filter(([id]) => groupIds.has(id))
  return {
    ...shown,
    details: {
      ...{ condition, wallets, delegations, reasons: reasons.map(presentReason) },
      networks: Object.fromEntries(networks.map(({ chainId, name }) => [chainId, name])),
      groups: Object.fromEntries(groups),
    },
  }
}

function presentReason(reason: RuleReason): RuleReason {
  return { ...reason, wallets: reason.wallets.map(formatAddress) }
}
