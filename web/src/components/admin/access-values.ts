import type { Access, AccessRule } from '@countersign/contract/access.ts'
import { access as words } from '../../words/admin.ts'

/** Nothing is chosen for what is new. Chosen groups stay while the person looks at the other option. */
export type AccessDraft = { access: Access | undefined; groupIds: string[] }

export function accessRefusal({ access, groupIds }: AccessDraft): string | undefined {
  if (access === undefined) return words.missing
  return access === 'groups' && groupIds.length === 0 ? words.groupMissing : undefined
}

/** Of a draft without a refusal. */
export function accessBody({ access = 'groups', groupIds }: AccessDraft): AccessRule {
  return { access, groupIds: access === 'groups' ? groupIds : [] }
}
