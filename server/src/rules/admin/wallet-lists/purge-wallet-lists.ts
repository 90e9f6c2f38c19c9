import { WALLET_LIST_UNUSED_MS } from '@countersign/contract/limits/rule-limits.ts'
import { listIdsOf } from '@countersign/contract/rule/rule.ts'
import { lockGroup } from '../../../accounts/group/group.ts'
import { findGroupRule } from '../../../accounts/group/group-rule.store.ts'
import type { Context } from '../../../context.ts'
import * as store from './wallet-list.store.ts'

/** Deletes lists that no rule names and that no editor uploaded recently. */
export async function purgeWalletLists(context: Context): Promise<void> {
  const old = await store.findListsCreatedBefore(context.store, context.now() - WALLET_LIST_UNUSED_MS)
  for (const { id, groupId } of old)
    await context.store.transaction(async (queries) => {
      // Locked: a rule that names the list is saved before or after, not in between.
      await lockGroup(queries, groupId)
      const found = await findGroupRule(queries, groupId)
      if (!found || !listIdsOf(found.rule).includes(id)) await store.removeWalletList(queries, id)
    })
}
