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
  optionOrNull,
  type RecordOf,
  text,
  textOrNull,
} from '../platform/store/row.ts'

export const walletStatuses = ['linked', 'removing', 'removed'] as const

const sessions = mapRecord({
  id: text,
  kept: flag,
  device: text,
  /** Of its current token. */
  tokenHash: bytes,
  /** Signed in with a phone, on a trusted device or another one. */
  phone: optionOrNull({ options: ['trusted', 'untrusted'] }),
  signedAt: ['step_up_at', integerOrNull],
  createdAt: integer,
  lastSeenAt: integer,
  idleExpiresAt: integer,
  expiresAt: integer,
})
const people = mapRecord({
  id: ['person_id', text],
  displayName: textOrNull,
  role: option(roleSchema),
  status: option(personStatusSchema),
})
const wallets = mapRecord({
  id: ['wallet_id', text],
  personId: text,
  namespace: option({ options: namespaces }),
  address: text,
  chain: text,
  name: ['name_last', textOrNull],
  ens: ['ens_name', textOrNull],
  status: ['wallet_status', option({ options: walletStatuses })],
  removeAt: integerOrNull,
})

export type SessionRecord = ReturnType<typeof toSession>

const COLUMNS = `
  s.id, s.token_hash, s.kept, s.device, s.phone, s.created_at, s.last_seen_at, s.idle_expires_at, s.expires_at,
  s.ended_at, s.end_reason, s.step_up_at, s.admin_until, a.remove_at AS admin_remove_at, s.person_id, p.display_name, p.role, p.status,
  s.wallet_id, w.namespace, w.address, w.chain, w.name_last, w.ens_name, w.status AS wallet_status, w.remove_at
  FROM session s JOIN person p ON p.id = s.person_id JOIN wallet w ON w.id = s.wallet_id
    LEFT JOIN wallet a ON a.id = s.admin_wallet_id`

const findByToken = cacheable(`SELECT ${COLUMNS} WHERE s.token_hash = ?`)
const findByRetiredToken = statement(`
  SELECT r.retired_at, ${COLUMNS} JOIN retired_token r ON r.session_id = s.id WHERE r.token_hash = ?`)
const findById = cacheable<[id: string]>(`SELECT ${COLUMNS} WHERE s.id = ?`)
const lockToken = lockingStatement('SELECT token_hash FROM session WHERE id = ? AND ended_at IS NULL')
const retire = change<{ current: Uint8Array; id: string; now: number }>(`
  INSERT INTO retired_token (token_hash, session_id, retired_at) VALUES (:current, :id, :now)`)
const setToken = change<{ id: string; next: Uint8Array }>('UPDATE session SET token_hash = :next WHERE id = :id')
const endAllOf = writes({ notifies: true })(`
  UPDATE session SET ended_at = ?, end_reason = ? WHERE person_id = ? AND ended_at IS NULL AND id <> ?`)
/** Apps with offline access use expired sessions until they are ended. As in the index. */
export const LAPSED = "(end_reason = 'idle' OR end_reason = 'expired')"
const endLapsed = statement(`UPDATE session SET end_reason = ? WHERE person_id = ? AND id <> ? AND ${LAPSED}`)

type NewSession = Pick<
  SessionRecord,
  'id' | 'tokenHash' | 'kept' | 'device' | 'phone' | 'createdAt' | 'lastSeenAt' | 'idleExpiresAt' | 'expiresAt'
> & { personId: string; walletId: string; ip: string; deviceId: string }

export const insertSession = change(
  writes({ uncached: true })<NewSession>(`
  INSERT INTO session (id, token_hash, person_id, wallet_id, kept, device, phone, ip_first, ip_last,
    created_at, last_seen_at, idle_expires_at, expires_at, device_id)
  VALUES (:id, :tokenHash, :personId, :walletId, :kept, :device, :phone, :ip, :ip,
    :createdAt, :lastSeenAt, :idleExpiresAt, :expiresAt, :deviceId)`),
)

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
  await retire(queries, { current, id, now })
  await setToken(queries, { id, next })
  return true
}

type Seen = { id: string; at: number; idleExpiresAt: number }

export const markSessionSeen = change(
  writes({ rowAt: 3 })<Seen & { ip: string }>(`
  UPDATE session SET last_seen_at = :at, idle_expires_at = :idleExpiresAt, ip_last = :ip, ip_whole = 1
  WHERE id = :id AND ended_at IS NULL`),
)

export const markSessionSeenByApp = change(
  writes({ rowAt: 2 })<Seen>(`
  UPDATE session SET last_seen_at = :at, idle_expires_at = :idleExpiresAt WHERE id = :id AND ended_at IS NULL`),
)

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

const counts = mapRecord({ sessions: integer, devices: integer })
/** Live sessions and known devices of a person. */
export const countOf = selectOne(counts.read)<{ personId: string }>(`
  SELECT (SELECT count(*) FROM session WHERE person_id = :personId AND ended_at IS NULL) AS sessions,
    (SELECT count(*) FROM device WHERE person_id = :personId) AS devices`)

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
  `UPDATE session SET end_reason = :reason WHERE id = :id AND ${LAPSED}`,
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

function toSession(row: Row) {
  const endedAt = integerOrNull(row, 'ended_at')
  return {
    ...sessions.read(row),
    person: people.read(row),
    wallet: wallets.read(row),
    /** Found by an earlier token, which has no step-up. */
    retiredToken: false,
    adminUntil: earliest(integerOrNull(row, 'admin_until'), integerOrNull(row, 'admin_remove_at')),
    ended: endedAt === null ? undefined : { at: endedAt, reason: oneOf(row, 'end_reason', sessionEndReasons) },
  }
}

/** Admin mode ends with the wallet that opened it. */
function earliest(adminUntil: number | null, removeAt: number | null): number | null {
  return adminUntil === null || removeAt === null ? adminUntil : Math.min(adminUntil, removeAt)
}
