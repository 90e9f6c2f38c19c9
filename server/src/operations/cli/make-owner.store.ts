import { type Queries, writes } from '../../platform/store/database.ts'

const lift = writes({ notifies: true })(`
  UPDATE person SET status = 'active', suspended_for = NULL, updated_at = ?, touched_at = ?, version = version + 1
  WHERE id = ? AND status = 'suspended'`)

export async function liftSuspension(queries: Queries, { id, now }: { id: string; now: number }): Promise<void> {
  await queries.run(lift, now, now, id)
}
