import type { Role } from '@countersign/contract/permission.ts'
import { writes } from '../../platform/store/database.ts'
import { change } from '../../platform/store/query.ts'

export type PersonState = {
  role: Role
  status: 'active' | 'suspended' | 'deleting'
  /** Null unless suspended; empty when no reason was given. */
  suspendedFor: string | null
  displayName: string | null
}

export const updatePersonState = change(
  writes({ notifies: true })<PersonState & { id: string; now: number }>(`
  UPDATE person SET role = :role, status = :status, suspended_for = :suspendedFor, display_name = :displayName,
    updated_at = :now, version = version + 1
  WHERE id = :id`),
)

export const liftSuspension = change(
  writes({ notifies: true })<{ id: string; now: number }>(`
  UPDATE person SET status = 'active', suspended_for = NULL, updated_at = :now, touched_at = :now, version = version + 1
  WHERE id = :id AND status = 'suspended'`),
)

export const markPersonSeen = change(
  writes({ uncached: true })<{ id: string; at: number }>('UPDATE person SET last_seen_at = :at WHERE id = :id'),
)
