import type { Role } from '@countersign/contract/permission.ts'
import { type Queries, writes } from '../../platform/store/database.ts'
import { change } from '../../platform/store/query.ts'

const update = writes({ notifies: true })(`
  UPDATE person SET role = ?, status = ?, suspended_for = ?, display_name = ?, updated_at = ?, version = version + 1
  WHERE id = ?`)

export type PersonState = {
  role: Role
  status: 'active' | 'suspended' | 'deleting'
  /** Null unless suspended; empty when no reason was given. */
  suspendedFor: string | null
  displayName: string | null
}

export async function updatePersonState(queries: Queries, id: string, state: PersonState, now: number): Promise<void> {
  const { role, status, suspendedFor, displayName } = state
  await queries.run(update, role, status, suspendedFor, displayName, now, id)
}

export const liftSuspension = change(
  writes({ notifies: true })<{ id: string; now: number }>(`
  UPDATE person SET status = 'active', suspended_for = NULL, updated_at = :now, touched_at = :now, version = version + 1
  WHERE id = :id AND status = 'suspended'`),
)

export const markPersonSeen = change(
  writes({ uncached: true })<{ id: string; at: number }>('UPDATE person SET last_seen_at = :at WHERE id = :id'),
)
