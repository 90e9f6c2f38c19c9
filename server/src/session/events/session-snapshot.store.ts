import { type PersonStatus, personStatusSchema } from '@countersign/contract/routes/person.ts'
import { type SessionEndReason, sessionEndReasons } from '@countersign/contract/routes/session.ts'
import type { Queries, Row, Statement } from '../../platform/store/database.ts'
import { queryInBatches } from '../../platform/store/query-in-batches.ts'
import { integer, oneOf, text } from '../../platform/store/row.ts'

/** How a session stands: what an open page of it must know. */
export type Standing = {
  id: string
  endReason: SessionEndReason | undefined
  status: PersonStatus
  idleExpiresAt: number
  expiresAt: number
  /** Another when anything of the person changed. */
  mark: string
}

const STANDING = `
  SELECT s.id, s.end_reason, s.idle_expires_at, s.expires_at, p.status, p.role, p.version, p.updated_at, p.touched_at
  FROM session s JOIN person p ON p.id = s.person_id WHERE s.id IN (:keys)`

/** Whether it ends a session or changes a person, which open pages are told of. That somebody was seen is no change. */
export function changesStanding({ sqlite }: Statement): boolean {
  return /^UPDATE session SET ended_at|^UPDATE person SET (?!last_seen_at)|^DELETE FROM person/.test(sqlite)
}

export async function findSessionSnapshots(queries: Queries, sessionIds: readonly string[]): Promise<Standing[]> {
  return (await queryInBatches(queries, STANDING, sessionIds)).map(toStanding)
}

function toStanding(row: Row): Standing {
  const moved = ['version', 'updated_at', 'touched_at'].map((column) => integer(row, column))
  return {
    id: text(row, 'id'),
    endReason: row.end_reason === null ? undefined : oneOf(row, 'end_reason', sessionEndReasons),
    status: oneOf(row, 'status', personStatusSchema.options),
    idleExpiresAt: integer(row, 'idle_expires_at'),
    expiresAt: integer(row, 'expires_at'),
    mark: [text(row, 'role'), ...moved].join('.'),
  }
}
