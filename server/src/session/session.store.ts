import { namespaces } from '@countersign/contract/family/family.ts'
import type { SessionEndReason } from '@countersign/contract/routes/session.ts'
import { personStatusSchema, roleSchema } from '@countersign/contract/schemas/person.ts'
import { sessionEndReasons } from '@countersign/contract/schemas/session.ts'
import {
  type Awaitable,
  cacheable,
  type Database,
  lockingStatement,
  type Queries,
  type Row,
  statement,
  writes,
} from '../platform/store/database.ts'
import { change, changeOne, selectAll, selectOne } from '../platform/store/query.ts'
import {
  bytes,
  flag,
  integer,
  integerOrNull,
  mapRecord,
  oneOf,
  option,
  type RecordOf,
  text,
  textOrNull,
} from '../platform/store/row.ts'
import type { SessionRecord } from './session-record.ts'

export const walletStatuses = ['linked', 'removing', 'removed'] as const

const COLUMNS = `
  s.id, s.token_hash, s.kept, s.device, s.created_at, s.last_seen_at, s.idle_expires_at, s.expires_at,
  s.ended_at, s.end_reason, s.step_up_at, s.admin_until, a.remove_at AS admin_remove_at, s.person_id, p.display_name, p.role, p.status,
  s.wallet_id, w.namespace, w.address, w.chain, w.name_last, w.ens_name, w.status AS wallet_status, w.remove_at
  FROM session s JOIN person p ON p.id = s.person_id JOIN wallet w ON w.id = s.wallet_id
    LEFT JOIN wallet a ON a.id = s.admin_wallet_id`

const insert = writes({ uncached: true })(`
  INSERT INTO session (id, token_hash, person_id, wallet_id, kept, device, ip_first, ip_last,
    created_at, last_seen_at, idle_expires_at, expires_at, device_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
const findByToken = cacheable(`SELECT ${COLUMNS} WHERE s.token_hash = ?`)
const findByRetiredToken = statement(`
  SELECT r.retired_at, ${COLUMNS} JOIN retired_token r ON r.session_id = s.id WHERE r.token_hash = ?`)
const findById = cacheable<[id: string]>(`SELECT ${COLUMNS} WHERE s.id = ?`)
const lockToken = lockingStatement('SELECT token_hash FROM session WHERE id = ? AND ended_at IS NULL')
const retire = statement(`
  INSERT INTO retired_token (token_hash, session_id, retired_at) VALUES (?, ?, ?)`)
const setToken = statement('UPDATE session SET token_hash = ? WHERE id = ?')
const seen = writes({ rowAt: 3 })(`
  UPDATE session SET last_seen_at = ?, idle_expires_at = ?, ip_last = ?, ip_whole = 1 WHERE id = ? AND ended_at IS NULL`)
const seenByApp = writes({ rowAt: 2 })(`
  UPDATE session SET last_seen_at = ?, idle_expires_at = ? WHERE id = ? AND ended_at IS NULL`)
const count = statement(`
  SELECT (SELECT count(*) FROM session WHERE person_id = ? AND ended_at IS NULL) AS sessions,
    (SELECT count(*) FROM device WHERE person_id = ?) AS devices`)
const endAllOf = writes({ notifies: true })(`
  UPDATE session SET ended_at = ?, end_reason = ? WHERE person_id = ? AND ended_at IS NULL AND id <> ?`)
// Apps with offline access use expired sessions until they are ended.
const endLapsed = statement(`
  UPDATE session SET end_reason = ? WHERE person_id = ? AND id <> ? AND end_reason IN ('idle', 'expired')`)

export function insertSession(
  queries: Queries,
  { id, tokenHash, person, wallet, kept, device, createdAt, lastSeenAt, idleExpiresAt, expiresAt }: SessionRecord,
  { ip, deviceId }: { ip: string; deviceId: string },
): Promise<number> {
  const times = [createdAt, lastSeenAt, idleExpiresAt, expiresAt]
  return queries.run(insert, id, tokenHash, person.id, wallet.id, kept ? 1 : 0, device, ip, ip, ...times, deviceId)
}

export function findSessionByToken(
  store: Database,
  token: { value: string; hash: () => Uint8Array },
): Awaitable<SessionRecord | undefined> {
  return store.lookUp({ statement: findByToken, name: token.value, key: token.hash, read: toSession, rowId: idOf })
}

export async function findSessionByRetiredToken(
  queries: Queries,
  hash: Uint8Array,
): Promise<{ session: SessionRecord; retiredAt: number } | undefined> {
  const row = await queries.one(findByRetiredToken, hash)
  return row && { session: { ...toSession(row), retiredToken: true }, retiredAt: integer(row, 'retired_at') }
}

export const findSessionById = selectOne(toSession)(findById)

export function findCachedSession(store: Database, id: string): Awaitable<SessionRecord | undefined> {
  return store.lookUp({ statement: findById, name: id, key: () => id, read: toSession, rowId: idOf })
}

type TokenChange = { id: string; next: Uint8Array; now: number }

export async function reissueToken(queries: Queries, change: TokenChange): Promise<void> {
  await changeToken(queries, change, () => true)
}

type PresentedToken = TokenChange & { presented: Uint8Array }

/** False when another request has rotated the token. */
export function rotateToken(queries: Queries, { presented, ...change }: PresentedToken): Promise<boolean> {
  return changeToken(queries, change, (current) => Buffer.compare(current, presented) === 0)
}

/** For a browser that did not receive the rotated token. False when it sent the current one. */
export function replaceToken(queries: Queries, { presented, ...change }: PresentedToken): Promise<boolean> {
  return changeToken(queries, change, (current) => Buffer.compare(current, presented) !== 0)
}

async function changeToken(
  queries: Queries,
  { id, next, now }: TokenChange,
  applies: (current: Uint8Array) => boolean,
): Promise<boolean> {
  const row = await queries.one(lockToken, id)
  const current = row && bytes(row, 'token_hash')
  if (!current || !applies(current)) return false
  await queries.run(retire, current, id, now)
  await queries.run(setToken, next, id)
  return true
}

type Seen = { id: string; at: number; idleExpiresAt: number; ip?: string | undefined }

export async function markSessionSeen(queries: Queries, { id, at, idleExpiresAt, ip }: Seen): Promise<void> {
  if (ip === undefined) await queries.run(seenByApp, at, idleExpiresAt, id)
  else await queries.run(seen, at, idleExpiresAt, ip, id)
}

type Ending = { id: string; at: number; reason: SessionEndReason }

/** False when it had ended already. */
export const endSession = changeOne(
  writes({ notifies: true })<Ending>(`
  UPDATE session SET ended_at = :at, end_reason = :reason WHERE id = :id AND ended_at IS NULL`),
)

/** Ends it and the others of its person on the same device. Returns how many were live. */
export const endSessionsOfDevice = change(
  writes({ notifies: true })<Ending>(`
  UPDATE session SET ended_at = :at, end_reason = :reason
  WHERE ended_at IS NULL AND person_id = (SELECT person_id FROM session WHERE id = :id)
    AND (id = :id OR device_id = (SELECT device_id FROM session WHERE id = :id))`),
)

/** Live sessions and known devices of a person. */
export async function countOf(queries: Queries, personId: string): Promise<{ sessions: number; devices: number }> {
  const row = await queries.one(count, personId, personId)
  return { sessions: row ? integer(row, 'sessions') : 0, devices: row ? integer(row, 'devices') : 0 }
}

/** Keeps the newest. */
export const endSessionsBeyond = change(
  writes({ notifies: true })<{ personId: string; limit: number; now: number }>(`
  UPDATE session SET ended_at = :now, end_reason = 'too_many'
  WHERE person_id = :personId AND ended_at IS NULL AND id NOT IN (
    SELECT id FROM session WHERE person_id = :personId AND ended_at IS NULL
    ORDER BY created_at DESC, id DESC LIMIT :limit)`),
)

/** The person is locked. Returns how many were live. */
export async function endSessionsOf(
  queries: Queries,
  { personId, except = '', at, reason }: { personId: string; except?: string; at: number; reason: SessionEndReason },
): Promise<number> {
  await queries.run(endLapsed, reason, personId, except)
  return queries.run(endAllOf, at, reason, personId, except)
}

export const endLapsedSession = change<{ id: string; reason: SessionEndReason }>(
  "UPDATE session SET end_reason = :reason WHERE id = :id AND end_reason IN ('idle', 'expired')",
)

const expired = mapRecord({
  id: text,
  personId: text,
  address: text,
  reason: option({ options: ['idle', 'expired'] }),
})
export type ExpiredSession = RecordOf<typeof expired>

export const findExpiredSessions = selectAll(expired.read)<[now: number, limit: number]>(`
  SELECT s.id, s.person_id, w.address, CASE WHEN s.idle_expires_at < s.expires_at THEN 'idle' ELSE 'expired' END AS reason
  FROM session s JOIN wallet w ON w.id = s.wallet_id
  WHERE s.ended_at IS NULL AND s.idle_expires_at < ? ORDER BY s.idle_expires_at LIMIT ?`)

/** False when it was used or ended meanwhile. */
export const endExpiredSession = changeOne(
  writes({ notifies: true })<ExpiredSession & { now: number }>(`
  UPDATE session SET ended_at = idle_expires_at, end_reason = :reason
  WHERE id = :id AND ended_at IS NULL AND idle_expires_at < :now`),
)

export const removeEndedSessions = change<[before: number]>(`
  DELETE FROM session WHERE ended_at < ? AND NOT EXISTS (
    SELECT 1 FROM oidc_item i WHERE i.session_id = session.id AND i.model = 'RefreshToken')`)

const idOf = ({ id }: SessionRecord) => id

/** Admin mode ends with the wallet that opened it. */
function earliest(adminUntil: number | null, removeAt: number | null): number | null {
  return adminUntil === null || removeAt === null ? adminUntil : Math.min(adminUntil, removeAt)
}

function toSession(row: Row): SessionRecord {
  const personId = text(row, 'person_id')
  const endedAt = integerOrNull(row, 'ended_at')
  return {
    id: text(row, 'id'),
    person: {
      id: personId,
      displayName: textOrNull(row, 'display_name'),
      role: oneOf(row, 'role', roleSchema.options),
      status: oneOf(row, 'status', personStatusSchema.options),
    },
    wallet: {
      id: text(row, 'wallet_id'),
      personId,
      namespace: oneOf(row, 'namespace', namespaces),
      address: text(row, 'address'),
      chain: text(row, 'chain'),
      name: textOrNull(row, 'name_last'),
      ens: textOrNull(row, 'ens_name'),
      status: oneOf(row, 'wallet_status', walletStatuses),
      removeAt: integerOrNull(row, 'remove_at'),
    },
    kept: flag(row, 'kept'),
    device: text(row, 'device'),
    tokenHash: bytes(row, 'token_hash'),
    retiredToken: false,
    signedAt: integerOrNull(row, 'step_up_at'),
    adminUntil: earliest(integerOrNull(row, 'admin_until'), integerOrNull(row, 'admin_remove_at')),
    createdAt: integer(row, 'created_at'),
    lastSeenAt: integer(row, 'last_seen_at'),
    idleExpiresAt: integer(row, 'idle_expires_at'),
    expiresAt: integer(row, 'expires_at'),
    ended: endedAt === null ? undefined : { at: endedAt, reason: oneOf(row, 'end_reason', sessionEndReasons) },
  }
}
