/** Everything stored about a person. Columns are listed, so that hashes and tokens are never exported. */

import { type Queries, statement } from '../../platform/store/database.ts'

const person = statement(`
  SELECT id, display_name, role, status, locale, theme, time_zone, primary_wallet_id, created_at, updated_at,
    last_seen_at FROM person WHERE id = ?`)
const wallets = statement(`
  SELECT id, namespace, address, chain, kind, status, label, linked_via, name_last, rdns_last, ens_name,
    ens_checked_at, linked_at, last_used_at, removing_since, remove_at, removed_at
  FROM wallet WHERE person_id = ? ORDER BY id`)
const sessions = statement(`
  SELECT s.id, s.wallet_id, s.kept, s.device, s.device_id, s.ip_first, s.ip_last, s.created_at, s.last_seen_at,
    s.expires_at, s.ended_at, s.end_reason, s.step_up_at, s.admin_until
  FROM wallet w JOIN session s ON s.wallet_id = w.id WHERE w.person_id = ? ORDER BY s.id`)
const devices = statement(`
  SELECT id, label, ip_last, first_seen_at, last_seen_at FROM device WHERE person_id = ? ORDER BY id`)
const notices = statement(`
  SELECT id, kind, device, ip, address, subject, until_at, created_at, read_at FROM notice WHERE person_id = ? ORDER BY id`)
const codes = statement(`
  SELECT count(*) AS made, count(used_at) AS used, max(created_at) AS created_at
  FROM recovery_code WHERE person_id = ?`)
const links = statement(`
  SELECT created_at, expires_at, used_at FROM recovery_link WHERE person_id = ? ORDER BY created_at`)
const invites = statement(`
  SELECT id, role, address, max_uses, uses, created_at, expires_at, revoked_at
  FROM invite WHERE created_by = ? ORDER BY id`)
const grants = statement(`
  SELECT g.id, a.name AS app, g.scopes, g.granted_at, g.last_used_at
  FROM app_grant g JOIN app a ON a.id = g.app_id WHERE g.person_id = ? ORDER BY g.id`)
const appSessions = statement(`
  SELECT s.session_id, a.name AS app, s.sid, s.used_at
  FROM session_app s JOIN app a ON a.id = s.app_id WHERE s.person_id = ? ORDER BY s.used_at, s.sid`)
const groups = statement(`
  SELECT g.slug, g.name, m.added_at
  FROM group_member m JOIN people_group g ON g.id = m.group_id WHERE m.person_id = ? ORDER BY m.added_at, g.id`)
// Groups that the person is not in stay unnamed, and the operator decides whether reasons are shown.
const verdicts = statement(`
  SELECT CASE WHEN v.outcome = 'yes' THEN g.slug END AS slug, CASE WHEN v.outcome = 'yes' THEN g.name END AS name,
    v.outcome, CASE WHEN g.rule LIKE '%"showReasons":true%' THEN v.reasons END AS reasons, v.checked_at
  FROM rule_verdict v JOIN people_group g ON g.id = v.group_id WHERE v.person_id = ? ORDER BY g.id`)
const seats = statement(`
  SELECT g.slug, s.chain_id, s.contract, s.token_id, s.taken_at
  FROM rule_seat s JOIN people_group g ON g.id = s.group_id WHERE s.person_id = ?
  ORDER BY g.id, s.chain_id, s.contract, s.token_id`)
const vaults = statement(`
  SELECT id, chain_id, address, added_at, checked_at, active FROM vault WHERE person_id = ? ORDER BY id`)
const requests = statement(`
  SELECT id, object, message, status, created_at, decided_at FROM access_request WHERE subject = ? ORDER BY id`)
const EVENT = 'id, at, kind, outcome, code, actor, actor_id, person_id, session_id, data, ip, address, device'
const activity = statement(`
  SELECT ${EVENT} FROM activity WHERE person_id = ? UNION SELECT ${EVENT} FROM activity
    WHERE actor_id = ? AND (person_id IS NULL OR person_id <> actor_id)
  ORDER BY id DESC LIMIT ?`)

export async function readEverything(queries: Queries, id: string, maxEvents: number) {
  return {
    person: await queries.one(person, id),
    wallets: await queries.all(wallets, id),
    sessions: await queries.all(sessions, id),
    devices: await queries.all(devices, id),
    notices: await queries.all(notices, id),
    recoveryCodes: await queries.one(codes, id),
    recoveryLinks: await queries.all(links, id),
    invites: await queries.all(invites, id),
    grants: await queries.all(grants, id),
    appSessions: await queries.all(appSessions, id),
    groups: await queries.all(groups, id),
    groupsByRule: await queries.all(verdicts, id),
    seats: await queries.all(seats, id),
    vaults: await queries.all(vaults, id),
    accessRequests: await queries.all(requests, id),
    activity: await queries.all(activity, id, id, maxEvents),
  }
}
