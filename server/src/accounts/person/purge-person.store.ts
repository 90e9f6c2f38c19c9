import { lockingStatement, type Queries, statement, writes } from '../../platform/store/database.ts'
import { selectAll } from '../../platform/store/query.ts'
import { text } from '../../platform/store/row.ts'

const anonymize = writes({ notifies: true })(`
  UPDATE person SET status = 'deleted', role = 'member', display_name = NULL, locale = NULL, theme = NULL,
    time_zone = NULL, primary_wallet_id = NULL, last_seen_at = NULL, delete_after = NULL, deletion_by = NULL, suspended_for = NULL,
    updated_at = ?, touched_at = ?, version = version + 1
  WHERE id = ? AND status = 'deleting' AND delete_after <= ?`)
const eraseOrigins = statement(`
  UPDATE activity SET salt = NULL, ip = NULL, address = NULL, device = NULL
  WHERE person_id = ? OR (actor_id = ? AND (person_id IS NULL OR person_id <> actor_id))`)

// Locked before their members are removed, as every change of a group does.
const lockGroups = lockingStatement(`
  SELECT id FROM people_group WHERE id IN (SELECT group_id FROM group_member WHERE person_id = ?) ORDER BY id`)

/** In the order of foreign keys. `session_app` stays, for the back-channel logout. */
const REMOVALS = [
  'UPDATE app SET people = people - 1 WHERE id IN (SELECT app_id FROM app_grant WHERE person_id = ?)',
  'DELETE FROM app_grant WHERE person_id = ?',
  `DELETE FROM oidc_item WHERE session_id IN (
    SELECT s.id FROM wallet w JOIN session s ON s.wallet_id = w.id WHERE w.person_id = ?)`,
  'DELETE FROM session WHERE wallet_id IN (SELECT id FROM wallet WHERE person_id = ?)',
  `DELETE FROM access_request WHERE subject IN (
    SELECT namespace || ':' || chain || ':' || address FROM wallet WHERE person_id = ?)`,
  'DELETE FROM access_request WHERE subject = ?',
  'DELETE FROM wallet WHERE person_id = ?',
  'DELETE FROM device WHERE person_id = ?',
  'DELETE FROM notice WHERE person_id = ?',
  'DELETE FROM recovery_code WHERE person_id = ?',
  'DELETE FROM recovery_link WHERE person_id = ?',
  'DELETE FROM person_term WHERE person_id = ?',
  `UPDATE people_group SET members = members - 1
    WHERE id IN (SELECT group_id FROM group_member WHERE person_id = ?)`,
  'DELETE FROM group_member WHERE person_id = ?',
  'DELETE FROM rule_verdict WHERE person_id = ?',
  'DELETE FROM rule_seat WHERE person_id = ?',
  'DELETE FROM vault WHERE person_id = ?',
].map(statement)

export const findPeopleToPurge = selectAll((row) => text(row, 'id'))<[now: number, limit: number]>(`
  SELECT id FROM person WHERE delete_after <= ? AND status = 'deleting' ORDER BY delete_after LIMIT ?`)

/** False when the deletion was cancelled, or another node was first. */
export async function purgePerson(queries: Queries, id: string, now: number): Promise<boolean> {
  if ((await queries.run(anonymize, now, now, id, now)) === 0) return false
  await queries.all(lockGroups, id)
  for (const removal of REMOVALS) await queries.run(removal, id)
  await queries.run(eraseOrigins, id, id)
  return true
}
