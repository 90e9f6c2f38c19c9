/** Whether the rules of groups can be checked, and are. */

import { RECHECK_INTERVAL_MS, WATCH_INTERVAL_MS } from '@countersign/contract/limits/rule-limits.ts'
import type { Context } from '../../context.ts'
import { type RuleHealth, readRuleHealth } from '../../rules/watch/rule-health.ts'
import { bad, good, type Judgment, note, spanWords } from './finding.ts'

/** Of the server: a node that does not answer is another finding. */
const UNREAD_MS = 10 * 60 * 1000

export async function checkRules(context: Context): Promise<Judgment> {
  const { rules, missingNetworks, brokenContracts } = await readRuleHealth(context)
  const [network] = missingNetworks
  if (network)
    return bad(
      `The rule of ${namesOf(missingNetworks, network)} can’t be checked: chain ${network.chainId} is not configured or is disabled.`,
      `Set RPC_${network.chainId}, or add or enable the network under Networks, or change the rule.`,
    )
  const [contract] = brokenContracts
  if (contract) return reportContract(context, contract)
  if (rules === 0) return good('No group has a rule.')
  return good(`${countWords(rules, 'group has a rule', 'groups have a rule')}.`)
}

async function reportContract(
  context: Context,
  { groupName, address, chainId, problem }: RuleHealth['brokenContracts'][number],
): Promise<Judgment> {
  const place = `${address} on ${await nameOf(context, chainId)}`
  if (problem === 'no_code')
    return bad(
      `The rule of “${groupName}” names an address without a contract: ${place}.`,
      'Correct the address or the network in the rule. Until then, the condition can’t be checked.',
    )
  return bad(
    `A contract that the rule of “${groupName}” names fails or returns something unexpected: ${place}.`,
    'Preview the rule to see the condition, and check that it fits the contract. It may also be paused.',
  )
}

export async function checkRuleChecks(context: Context): Promise<Judgment> {
  const { rules, outages, late } = await readRuleHealth(context)
  const now = context.now()
  const [outage] = outages
  if (outage)
    return bad(
      `The rule of ${namesOf(outages, outage)} can’t be checked${sinceWords(outage.since, now)}: ${await nameOf(context, outage.chainId)} does not respond, or its endpoints disagree.`,
      'Test its endpoints under Networks. Members stay in the group for its grace period, and no one new is let in.',
    )
  if (late.count > 0)
    return bad(
      `${countWords(late.count, 'membership of a signed-in person has', 'memberships of signed-in people have')} not been checked for up to ${spanWords(now - late.since)}.`,
      'Preview the rule of each group to see what can’t be checked. If it works there, search the server log for “could not check rules”.',
    )
  if (rules === 0) return good('There are no rules to check.')
  return good(`Signed-in people are checked every ${spanWords(RECHECK_INTERVAL_MS)}.`)
}

export async function checkRuleEvents(context: Context): Promise<Judgment> {
  const { watched } = await readRuleHealth(context)
  const now = context.now()
  const failed = watched.find(({ problem }) => problem !== null)
  if (failed)
    return note(
      `Token events of ${await nameOf(context, failed.chainId)} can’t be read: ${failed.problem} Transfers are noticed when people are checked, every ${spanWords(RECHECK_INTERVAL_MS)}.`,
      'Add an endpoint that supports eth_getLogs under Networks.',
    )
  const unread = watched.find(({ readAt }) => readAt > 0 && now - readAt > UNREAD_MS)
  if (unread)
    return bad(
      `Token events of ${await nameOf(context, unread.chainId)} have not been read for ${spanWords(now - unread.readAt)}.`,
      'Search the server log for “could not watch chain”, and restart the server.',
    )
  if (watched.length === 0) return good('No rule depends on token events.')
  return good(
    `Token events of ${countWords(watched.length, 'network', 'networks')} are read every ${spanWords(WATCH_INTERVAL_MS)}.`,
  )
}

type GroupChain = { groupName: string; chainId: number }

/** The groups with the same problem on the same chain. */
function namesOf(groups: readonly GroupChain[], { chainId }: GroupChain): string {
  const same = groups.filter((group) => group.chainId === chainId)
  return new Intl.ListFormat('en').format(same.map(({ groupName }) => `“${groupName}”`))
}

async function nameOf({ networks }: Context, chainId: number): Promise<string> {
  return (await networks.all()).find((network) => network.chainId === chainId)?.name ?? `chain ${chainId}`
}

function countWords(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

function sinceWords(since: number, now: number): string {
  return since === 0 ? '' : ` for ${spanWords(now - since)}`
}
