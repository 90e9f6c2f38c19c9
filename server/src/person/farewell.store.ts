import { type Queries, statement } from '../store/database.ts'
import { text } from '../store/row.ts'

const findDue = statement(
  "SELECT id FROM person WHERE delete_after <= ? AND status = 'deleting' ORDER BY delete_after LIMIT ?",
)
const anonymise = statement(`
  UPDATE person SET status = 'deleted', role = 'member', display_name = NULL, locale = NULL, theme = NULL,
    time_zone = NULL, primary_wallet_id = NULL, last_seen_at = NULL, delete_after = NULL, suspended_for = NULL,
    updated_at = ?, touched_at = ?, version = version + 1
  WHERE id = ? AND status = 'deleting' AND delete_after <= ?`)
const forgetPlaces = statement(`
  UPDATE activity SET salt = NULL, ip = NULL, address = NULL, device = NULL WHERE person_id = ? OR actor_id = ?`)

/** In this order: sessions name wallets. */
const REMOVALS = [
  'DELETE FROM session WHERE wallet_id IN (SELECT id FROM wallet WHERE person_id = ?)',
  'DELETE FROM wallet WHERE person_id = ?',
  'DELETE FROM device WHERE person_id = ?',
  'DELETE FROM notice WHERE person_id = ?',
  'DELETE FROM recovery_code WHERE person_id = ?',
  'DELETE FROM recovery_link WHERE person_id = ?',
  'DELETE FROM person_term WHERE person_id = ?',
].map(statement)

/** People whose grace is over, the longest first. */
export async function findPeopleToForget(queries: Queries, now: number, most: number): Promise<string[]> {
  return (await queries.all(findDue, now, most)).map((row) => text(row, 'id'))
}

/** False when they came back, or another node was first. */
export async function forgetPerson(queries: Queries, id: string, now: number): Promise<boolean> {
  if ((await queries.run(anonymise, now, now, id, now)) === 0) return false
  for (const removal of REMOVALS) await queries.run(removal, id)
  await queries.run(forgetPlaces, id, id)
  return true
}
