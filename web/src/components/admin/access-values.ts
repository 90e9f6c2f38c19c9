import type { AccessRule } from '@countersign/contract/access.ts'
import type { Access } from '@countersign/contract/schemas/access.ts'
import { access as words } from '../../words/admin/admin.ts'

/** Nothing is preselected for a new object. Selected groups are kept while the other option is selected. */
export type AccessValues = { access: Access | undefined; groupIds: string[] }

export function accessError({ access, groupIds }: AccessValues): { access?: string } {
  if (access === undefined) return { access: words.missing }
  return access === 'groups' && groupIds.length === 0 ? { access: words.groupMissing } : {}
}

export function accessBody({ access = 'groups', groupIds }: AccessValues): AccessRule {
  return { access, groupIds: access === 'groups' ? groupIds : [] }
}
