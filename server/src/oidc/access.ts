import type { Context } from '../context.ts'
import { findMembership } from '../group/member.store.ts'
import { mayEnter } from '../group/named-groups.ts'

/** An app without groups is for everyone who may sign in. */
export async function isAllowed({ store }: Context, groupIds: string[], personId: string): Promise<boolean> {
  return groupIds.length === 0 || mayEnter(groupIds, (await findMembership(store, personId)).ids)
}
