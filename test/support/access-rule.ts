import type { AccessRule } from '@countersign/contract/access.ts'

/** Everyone, unless groups are named. */
export function accessRuleFor(groupIds: string[]): AccessRule {
  return { access: groupIds.length > 0 ? 'groups' : 'everyone', groupIds }
}
