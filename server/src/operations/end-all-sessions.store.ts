import { type Queries, statement, writes } from '../platform/store/database.ts'

const PEOPLE = `
  SELECT DISTINCT person_id FROM session WHERE ended_at IS NULL AND created_at <= ? ORDER BY person_id LIMIT ?`
const touch = writes({ notifies: true })(`UPDATE person SET touched_at = ? WHERE id IN (${PEOPLE})`)
const end = writes({ notifies: true })(`
  UPDATE session SET ended_at = ?, end_reason = 'revoked_admin'
  WHERE ended_at IS NULL AND created_at <= ? AND person_id IN (${PEOPLE})`)

// Apps with offline access still use expired sessions.
const endLapsed = statement(`
  UPDATE session SET end_reason = 'revoked_admin' WHERE end_reason IN ('idle', 'expired') AND created_at <= ?`)

/** Ends the sessions of at most `people` people. Returns how many were live. */
export async function endSessionsOfMany(
  queries: Queries,
  { startedUntil, at, people }: { startedUntil: number; at: number; people: number },
): Promise<number> {
  await queries.run(endLapsed, startedUntil)
  await queries.run(touch, at, startedUntil, people)
  return queries.run(end, at, startedUntil, startedUntil, people)
}
