import type { AccessRule } from '@countersign/contract/access.ts'
import type { Context } from '../context.ts'
import { findMembership } from '../group/member.store.ts'
import { mayEnter } from '../group/named-groups.ts'

export async function isAllowed({ store }: Context, app: AccessRule, personId: string): Promise<boolean> {
  return app.access === 'everyone' || mayEnter(app, (await findMembership(store, personId)).ids)
}
