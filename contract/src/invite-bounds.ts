import { ADMIN_INVITE_TTL_MS, INVITE_TTL_RANGE_MS, INVITE_USES_MAX, OWNER_INVITE_TTL_MS } from './limits.ts'
import type { Role } from './permission.ts'

/** How many people an invitation for this role may admit, and for how long. */
export function inviteBounds(role: Role): { usesMax: number; ttlMax: number } {
  if (role === 'owner') return { usesMax: 1, ttlMax: OWNER_INVITE_TTL_MS }
  if (role === 'admin') return { usesMax: 1, ttlMax: ADMIN_INVITE_TTL_MS }
  return { usesMax: INVITE_USES_MAX, ttlMax: INVITE_TTL_RANGE_MS.most }
}
