/** Which groups a person is in, and what that lets them enter. */

import type { AccessRule } from '@countersign/contract/access.ts'
import * as store from './member.store.ts'

export type { Membership } from './member.store.ts'

export const findMembership = store.findMembership

export function mayEnter({ access, groupIds }: AccessRule, ownIds: readonly string[]): boolean {
  return access === 'everyone' || groupIds.some((id) => ownIds.includes(id))
}
