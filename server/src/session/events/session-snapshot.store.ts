import { personStatusSchema } from '@countersign/contract/schemas/person.ts'
import { sessionEndReasons } from '@countersign/contract/schemas/session.ts'
import type { Queries, Row } from '../../platform/store/database.ts'
import { queryInBatches } from '../../platform/store/database.ts'
import { integer, integerOrNull, oneOf, text } from '../../platform/store/row.ts'
import { type SessionRecord, walletStatuses } from '../session.store.ts'

export type SessionSnapshot = Pick<SessionRecord, 'id' | 'idleExpiresAt' | 'expiresAt'> & {
  person: Pick<SessionRecord['person'], 'status'>
  wallet: Pick<SessionRecord['wallet'], 'status' | 'removeAt'>
  ended: Pick<NonNullable<SessionRecord['ended']>, 'reason'> | undefined
  /** Changes whenever pages must fetch their state again. */
  mark: string
}

const SNAPSHOT = `
  SELECT s.id, s.end_reason, s.idle_expires_at, s.expires_at, p.status, p.role, p.version, p.updated_at, p.touched_at,
    w.status AS wallet_status, w.remove_at
  FROM session s JOIN person p ON p.id = s.person_id JOIN wallet w ON w.id = s.wallet_id WHERE s.id IN (:keys)`

export async function findSessionSnapshots(
  queries: Queries,
  sessionIds: readonly string[],
): Promise<SessionSnapshot[]> {
  return (await queryInBatches(queries, SNAPSHOT, sessionIds)).map(toSnapshot)
}

function toSnapshot(row: Row): SessionSnapshot {
  const versions = ['version', 'updated_at', 'touched_at'].map((column) => integer(row, column))
  return {
    id: text(row, 'id'),
    person: { status: oneOf(row, 'status', personStatusSchema.options) },
    wallet: { status: oneOf(row, 'wallet_status', walletStatuses), removeAt: integerOrNull(row, 'remove_at') },
    idleExpiresAt: integer(row, 'idle_expires_at'),
    expiresAt: integer(row, 'expires_at'),
    ended: row.end_reason === null ? undefined : { reason: oneOf(row, 'end_reason', sessionEndReasons) },
    mark: [text(row, 'role'), ...versions].join('.'),
  }
}
