import { readMembership, type StoredMembership } from '../../accounts/group/group-access.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { Left } from '../../rules/open-rules.ts'
import { findUsedApps, revokeTokens } from './token.store.ts'

/** Revokes the tokens of apps that a person can no longer use after leaving a group, and schedules the back-channel logout. */
export async function endLostAccess({ now }: Context, queries: Queries, { personId, groupId }: Left): Promise<void> {
  const apps = await findUsedApps(queries, { personId, groupId })
  if (apps.length === 0) return
  const membership = await readMembership(queries, personId)
  for (const { id, groupIds } of apps)
    if (!mayHaveAccess(membership, groupIds)) await revokeTokens(queries, { personId, appId: id, now: now() })
}

/** Only a no of every rule is a refusal: what is expired or was not checked yet may still say yes. */
function mayHaveAccess({ ids, rules }: StoredMembership, groupIds: readonly string[]): boolean {
  const isMember = groupIds.some((id) => ids.includes(id))
  return isMember || rules.some(({ groupId, outcome }) => outcome !== 'no' && groupIds.includes(groupId))
}
