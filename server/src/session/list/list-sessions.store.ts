import { namespaces } from '@countersign/contract/family/family.ts'
import { roleSchema } from '@countersign/contract/schemas/person.ts'
import { liveSession } from '../../accounts/live-session.sql.ts'
import type { Queries, Row } from '../../platform/store/database.ts'
import { selectAll, selectCount } from '../../platform/store/query.ts'
import { integer, oneOf, text, textOrNull } from '../../platform/store/row.ts'
import type { SessionRecord } from '../session-record.ts'

export type ListedSession = {
  id: string
  person: Omit<SessionRecord['person'], 'status'> & { address: string | null; ens: string | null }
  wallet: Omit<SessionRecord['wallet'], 'personId' | 'status' | 'removeAt'> & { label: string | null }
  device: string
  ip: string
  createdAt: number
  lastSeenAt: number
  expiresAt: number
}

const LISTED = `
  SELECT s.id, s.device, s.ip_last, s.created_at, s.last_seen_at, s.idle_expires_at, s.person_id, p.display_name, p.role,
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

function toListed(row: Row): ListedSession {
  return {
    id: text(row, 'id'),
    person: {
      id: text(row, 'person_id'),
      displayName: textOrNull(row, 'display_name'),
      address: textOrNull(row, 'main_address'),
      ens: textOrNull(row, 'main_ens'),
      role: oneOf(row, 'role', roleSchema.options),
    },
    wallet: {
      id: text(row, 'wallet_id'),
      namespace: oneOf(row, 'namespace', namespaces),
      address: text(row, 'address'),
      chain: text(row, 'chain'),
      label: textOrNull(row, 'label'),
      name: textOrNull(row, 'name_last'),
      ens: textOrNull(row, 'ens_name'),
    },
    device: text(row, 'device'),
    ip: text(row, 'ip_last'),
    createdAt: integer(row, 'created_at'),
    lastSeenAt: integer(row, 'last_seen_at'),
    // Never later than `expires_at`.
    expiresAt: integer(row, 'idle_expires_at'),
  }
}
