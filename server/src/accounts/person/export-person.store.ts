/** Everything stored about a person. Columns are listed, so that hashes and tokens are never exported. */

import type { Queries, Row } from '../../platform/store/database.ts'
import { selectAll, selectOne } from '../../platform/store/query.ts'

const one = selectOne((row) => row)<[personId: string]>
const all = selectAll((row) => row)<[personId: string]>

const SECTIONS = {
  person: one(`
    SELECT id, display_name, role, status, locale, theme, time_zone, primary_wallet_id, created_at, updated_at,
      last_seen_at FROM person WHERE id = ?`),
  wallets: all(`
    SELECT id, namespace, address, chain, kind, status, label, linked_via, name_last, rdns_last, ens_name,
      ens_checked_at, linked_at, last_used_at, removing_since, remove_at, removed_at
    FROM wallet WHERE person_id = ? ORDER BY id`),
  sessions: all(`
    SELECT s.id, s.wallet_id, s.kept, s.phone, s.device, s.device_id, s.ip_first, s.ip_last, s.created_at, s.last_seen_at,
      s.expires_at, s.ended_at, s.end_reason, s.step_up_at, s.admin_until
    FROM wallet w JOIN session s ON s.wallet_id = w.id WHERE w.person_id = ? ORDER BY s.id`),
  devices: all(`
    SELECT id, label, ip_last, first_seen_at, last_seen_at FROM device WHERE person_id = ? ORDER BY id`),
  notices: all(`
    SELECT id, kind, device, ip, address, subject, until_at, created_at, read_at FROM notice WHERE person_id = ? ORDER BY id`),
  recoveryCodes: one(`
    SELECT count(*) AS made, count(used_at) AS used, max(created_at) AS created_at
    FROM recovery_code WHERE person_id = ?`),
  recoveryLinks: all(`
    SELECT created_at, expires_at, used_at FROM recovery_link WHERE person_id = ? ORDER BY created_at`),
  invites: all(`
    SELECT id, role, address, max_uses, uses, created_at, expires_at, revoked_at
    FROM invite WHERE created_by = ? ORDER BY id`),
  grants: all(`
    SELECT g.id, a.name AS app, g.scopes, g.granted_at, g.last_used_at
    FROM app_grant g JOIN app a ON a.id = g.app_id WHERE g.person_id = ? ORDER BY g.id`),
  appSessions: all(`
    SELECT s.session_id, a.name AS app, s.sid, s.used_at
    FROM session_app s JOIN app a ON a.id = s.app_id WHERE s.person_id = ? ORDER BY s.used_at, s.sid`),
  groups: all(`
    SELECT g.slug, g.name, m.added_at
    FROM group_member m JOIN people_group g ON g.id = m.group_id WHERE m.person_id = ? ORDER BY m.added_at, g.id`),
  // Groups that the person is not in stay unnamed, and the operator decides whether reasons are shown.
  groupsByRule: all(`
    SELECT CASE WHEN v.outcome = 'yes' THEN g.slug END AS slug, CASE WHEN v.outcome = 'yes' THEN g.name END AS name,
      v.outcome, CASE WHEN g.rule LIKE '%"showReasons":true%' THEN v.reasons END AS reasons, v.checked_at
    FROM rule_verdict v JOIN people_group g ON g.id = v.group_id WHERE v.person_id = ? ORDER BY g.id`),
  seats: all(`
    SELECT g.slug, s.chain_id, s.contract, s.token_id, s.taken_at
    FROM rule_seat s JOIN people_group g ON g.id = s.group_id WHERE s.person_id = ?
    ORDER BY g.id, s.chain_id, s.contract, s.token_id`),
  vaults: all(`
    SELECT id, chain_id, address, added_at, checked_at, active FROM vault WHERE person_id = ? ORDER BY id`),
  accessRequests: all(`
    SELECT id, object, message, status, created_at, decided_at FROM access_request WHERE subject = ? ORDER BY id`),
}

const EVENT = 'id, at, kind, outcome, code, actor, actor_id, person_id, session_id, data, ip, address, device'
const findActivity = selectAll((row) => row)<{ id: string; limit: number }>(`
  SELECT ${EVENT} FROM activity WHERE person_id = :id UNION SELECT ${EVENT} FROM activity
    WHERE actor_id = :id AND (person_id IS NULL OR person_id <> actor_id)
  ORDER BY id DESC LIMIT :limit`)

export async function readEverything(queries: Queries, id: string, maxEvents: number) {
  const sections: Record<string, Row | Row[] | undefined> = {}
  for (const [name, find] of Object.entries(SECTIONS)) sections[name] = await find(queries, id)
  return { ...sections, activity: await findActivity(queries, { id, limit: maxEvents }) }
}
