/** Which contracts and events of each chain the rules depend on. */

import { type ChainCondition, chainConditionsOf, type Rule } from '@countersign/contract/rule/rule.ts'
import { ENS_REGISTRAR, ENS_REGISTRY, ENS_WRAPPER, nodeOf } from '../conditions/ens-owner.ts'
import { DELEGATE_REGISTRY } from '../vault/delegation.ts'
import {
  addressesIn,
  CONTRACT_EVENTS,
  type ContractKind,
  contractKindOf,
  type EventLog,
  isUpgrade,
  itemOf,
  topicOf,
} from './event-topics.ts'

type GroupWithRule = { groupId: string; rule: Rule }

type WatchedContract = {
  topics: Set<string>
  groupIds: Set<string>
  /** The groups that depend on one hat or name. */
  groupsByItem: Map<string, Set<string>>
}

export type ChainPlan = {
  chainId: number
  /** Every group whose rule reads this chain. */
  groupIds: Set<string>
  contracts: Map<string, WatchedContract>
}

/** What events are a hint of: groups that someone must be checked for again. */
export type Hints = {
  groupsByAddress: Map<string, Set<string>>
  /** Everyone in these groups. */
  groupIds: Set<string>
}

export function planWatch(groups: readonly GroupWithRule[]): ChainPlan[] {
  const plans = new Map<number, ChainPlan>()
  for (const { groupId, rule } of groups)
    for (const condition of chainConditionsOf(rule)) {
      const plan = getOrCreate(plans, condition.chainId, () => newPlan(condition.chainId))
      plan.groupIds.add(groupId)
      for (const source of sourcesOf(condition)) addSource(plan, groupId, source)
      if (rule.delegations) addSource(plan, groupId, { address: DELEGATE_REGISTRY, kind: 'delegateRegistry' })
    }
  return [...plans.values()]
}

type Source = { address: string; kind: ContractKind; items?: string[] }

function sourcesOf(condition: ChainCondition): Source[] {
  if (condition.kind === 'ens_name') {
    // A primary name is a record at a resolver, and there are many resolvers.
    if (condition.subnames) return []
    return [
      { address: ENS_REGISTRY, kind: 'nameRegistry', items: condition.names.map(nodeOf) },
      { address: ENS_REGISTRAR, kind: 'token' },
      { address: ENS_WRAPPER, kind: 'multiToken' },
    ]
  }
  const kind = contractKindOf(condition)
  if (kind === undefined || !('contract' in condition)) return []
  const items = condition.kind === 'hat' ? [wordOf(condition.hatId)] : []
  return [{ address: condition.contract, kind, items }]
}

function addSource({ contracts }: ChainPlan, groupId: string, { address, kind, items = [] }: Source): void {
  const contract = getOrCreate(contracts, address, newContract)
  contract.groupIds.add(groupId)
  for (const signature of CONTRACT_EVENTS[kind]) contract.topics.add(topicOf(signature))
  for (const item of items) getOrCreate(contract.groupsByItem, item, newSet).add(groupId)
}

/** The filter of `eth_getLogs`; its size depends on rules only. */
export function filterOf({ contracts }: ChainPlan): { address: string[]; topics: string[][] } {
  const topics = new Set([...contracts.values()].flatMap((contract) => [...contract.topics]))
  return { address: [...contracts.keys()].sort(), topics: [[...topics].sort()] }
}

export function findHints({ contracts }: ChainPlan, logs: readonly EventLog[]): Hints {
  const hints: Hints = { groupsByAddress: new Map(), groupIds: new Set() }
  for (const log of logs) {
    const contract = contracts.get(log.address)
    // Topics are filtered for all contracts together.
    if (!contract?.topics.has(log.topics[0] ?? '')) continue
    if (isUpgrade(log)) addAll(hints.groupIds, contract.groupIds)
    addAll(hints.groupIds, contract.groupsByItem.get(itemOf(log) ?? '') ?? [])
    for (const address of addressesIn(log))
      addAll(getOrCreate(hints.groupsByAddress, address, newSet), contract.groupIds)
  }
  return hints
}

function addAll(target: Set<string>, values: Iterable<string>): void {
  for (const value of values) target.add(value)
}

const newSet = () => new Set<string>()
const newPlan = (chainId: number): ChainPlan => ({ chainId, groupIds: new Set(), contracts: new Map() })
const newContract = (): WatchedContract => ({ topics: new Set(), groupIds: new Set(), groupsByItem: new Map() })
const wordOf = (value: string) => `0x${BigInt(value).toString(16).padStart(64, '0')}`

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}
