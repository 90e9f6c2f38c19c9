import type { AccessRule } from '@countersign/contract/access.ts'
import { findMembership, hasAccess } from '../../accounts/group/group-access.ts'
import type { Context } from '../../context.ts'

export async function isAllowed({ store }: Context, app: AccessRule, personId: string): Promise<boolean> {
  return app.access === 'everyone' || hasAccess(app, (await findMembership(store, personId)).ids)
}
