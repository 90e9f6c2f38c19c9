import { namespaces } from '@countersign/contract/family/family.ts'
import { roleSchema } from '@countersign/contract/schemas/person.ts'
import { liveSession } from '../../accounts/live-session.sql.ts'
import type { Queries, Row } from '../../platform/store/database.ts'
import { selectAll, selectCount } from '../../platform/store/query.ts'
import { integer, mapRecord, option, text, textOrNull } from '../../platform/store/row.ts'

const sessions = mapRecord({
  id: text,
  device: text,
  phone: textOrNull,
  ip: ['ip_last', text],
  createdAt: integer,
  lastSeenAt: integer,
  /** Never later than `expires_at`. */
  expiresAt: ['idle_expires_at', integer],
})
const people = mapRecord({
  id: ['person_id', text],
  displayName: textOrNull,
  address: ['main_address', textOrNull],
  ens: ['main_ens', textOrNull],
  role: option(roleSchema),
})
const wallets = mapRecord({
  id: ['wallet_id', text],
  namespace: option({ options: namespaces }),
  address: text,
  chain: text,
  label: textOrNull,
  name: ['name_last', textOrNull],
  ens: ['ens_name', textOrNull],
})
const toListed = (row: Row) => ({ ...sessions.read(row), person: people.read(row), wallet: wallets.read(row) })
export type ListedSession = ReturnType<typeof toListed>

const LISTED = `
  SELECT s.id, s.device, s.phone, s.ip_last, s.created_at, s.last_seen_at, s.idle_expires_at, s.person_id, p.display_name, p.role,
    s.wallet_id, w.namespace, w.address, w.chain, w.label, w.name_last, w.ens_name,
    m.address AS main_address, m.ens_name AS main_ens
  FROM session s JOIN person p ON p.id = s.person_id JOIN wallet w ON w.id = s.wallet_id
    LEFT JOIN wallet m ON m.id = p.primary_wallet_id
  WHERE ${liveSession('s')}`

export const findLiveSessionsOf = selectAll(toListed)<{ personId: string; now: number }>(
  `${LISTED} AND s.person_id = :personId ORDER BY s.last_seen_at DESC, s.id DESC`,
)

export const countLiveSessions = selectCount<{ now: number }>(
  `SELECT count(*) AS n FROM session s WHERE ${liveSession('s')}`,
)

type Page = { now: number; personId?: string | undefined; before?: string | undefined; limit: number }

/** Newest first. */
export function findLiveSessions(
  queries: Queries,
  { now, personId = '', before = '', limit }: Page,
): Promise<ListedSession[]> {
  const filters = `${personId && ' AND s.person_id = :personId'}${before && ' AND s.id < :before'}`
  // PostgreSQL plans every execution anew unless it knows the limit, which is one of about a hundred.
  const find = selectAll(toListed)<{ now: number; personId: string; before: string }>(
    `${LISTED}${filters} ORDER BY s.id DESC LIMIT ${Math.trunc(limit)}`,
  )
  return find(queries, { now, personId, before })
}
