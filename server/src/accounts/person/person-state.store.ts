import type { Role } from '@countersign/contract/permission.ts'
import { type Queries, writes } from '../../platform/store/database.ts'

const seen = writes({ uncached: true })('UPDATE person SET last_seen_at = ? WHERE id = ?')
const lift = writes({ notifies: true })(`
  UPDATE person SET status = 'active', suspended_for = NULL, updated_at = ?, touched_at = ?, version = version + 1
  WHERE id = ? AND status = 'suspended'`)
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

export async function liftSuspension(queries: Queries, { id, now }: { id: string; now: number }): Promise<void> {
  await queries.run(lift, now, now, id)
}

export function markPersonSeen(queries: Queries, { id, at }: { id: string; at: number }): Promise<number> {
  return queries.run(seen, at, id)
}
