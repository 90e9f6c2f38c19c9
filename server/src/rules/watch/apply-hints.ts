/** Checks people again whom events concern. */

import { RECHECK_BATCH } from '@countersign/contract/limits/rule-limits.ts'
import { markMembersDue, markVerdictDue } from '../../accounts/group/verdict.store.ts'
import type { Database } from '../../platform/store/database.ts'
import { findChecked, findKnownAddresses, findRuleMembers } from './watch.store.ts'
import type { ChainPlan, Hints } from './watch-plan.ts'

export type CheckPeople = (groupId: string, personIds: readonly string[]) => Promise<unknown>

type Dependencies = { store: Database; now(): number; check: CheckPeople }

/** Everyone is due at once; of each group, one batch is checked now and the rest by the timer. */
export async function applyHints(
  dependencies: Dependencies,
  { chainId }: Pick<ChainPlan, 'chainId'>,
  hints: Hints,
): Promise<void> {
  const { store, now, check } = dependencies
  const limit = RECHECK_BATCH
  for (const groupId of hints.groupIds) {
    await markMembersDue(store, { groupId, now: now() })
    const members = await findRuleMembers(store, { groupId, now: now(), limit })
    if (members.length > 0) await check(groupId, members)
  }
  for (const [groupId, personIds] of await findPeople(store, chainId, hints)) {
    if (hints.groupIds.has(groupId)) continue
    const people = await findChecked(store, groupId, [...personIds])
    if (people.length === 0) continue
    await store.transaction(async (queries) => {
      for (const personId of people) await markVerdictDue(queries, { groupId, personId, now: now() })
    })
    await check(groupId, people.slice(0, limit))
  }
}

async function findPeople(
  store: Database,
  chainId: number,
  { groupsByAddress }: Hints,
): Promise<Map<string, Set<string>>> {
  const people = new Map<string, Set<string>>()
  for (const { personId, address } of await findKnownAddresses(store, chainId, [...groupsByAddress.keys()]))
    for (const groupId of groupsByAddress.get(address) ?? [])
      people.set(groupId, (people.get(groupId) ?? new Set()).add(personId))
  return people
}

/** After events were missed. */
export async function markAllDue(
  { store, now }: Dependencies,
  { groupIds }: Pick<ChainPlan, 'groupIds'>,
): Promise<void> {
  for (const groupId of groupIds) await markMembersDue(store, { groupId, now: now() })
}
