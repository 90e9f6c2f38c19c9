import { type ActivityKind, activityKinds } from '@countersign/contract/activity-kinds.ts'
import type { Outcome } from '@countersign/contract/routes/activity.ts'
import { outcomeSchema } from '@countersign/contract/schemas/activity.ts'
import { type Queries, type Row, type SqlValue, statement } from '../platform/store/database.ts'
import { queryInBatches } from '../platform/store/query-in-batches.ts'
import { integer, oneOf, text, textOrNull } from '../platform/store/row.ts'

export type Filter = {
  personId?: string | undefined
  actorId?: string | undefined
  appId?: string | undefined
  kind?: ActivityKind | undefined
  outcome?: Outcome | undefined
  code?: string | undefined
  /** Bounds on the id, which starts with the time: from this one, and before this one. */
  from?: string | undefined
  before?: string | undefined
}

export type RecordedEvent = {
  id: string
  at: number
  kind: ActivityKind
  outcome: Outcome
  code: string | null
  actor: 'person' | 'visitor' | 'system'
  actorId: string | null
  personId: string | null
  sessionId: string | null
  data: string
  ip: string | null
  address: string | null
  device: string | null
}

export async function findEvents(queries: Queries, filter: Filter, most: number): Promise<RecordedEvent[]> {
  const parts: string[] = []
  const values: SqlValue[] = []
  const add = (part: string, value: SqlValue | undefined) => {
    if (value === undefined) return
    parts.push(part)
    values.push(value)
  }
  add('person_id = ?', filter.personId)
  add('actor_id = ?', filter.actorId)
  // Few events of one person or app: the concatenation keeps databases from using a larger index.
  const few = filter.personId !== undefined || filter.actorId !== undefined
  add(few ? `app_id || '' = ?` : 'app_id = ?', filter.appId)
  add(few || filter.appId !== undefined ? `kind || '' = ?` : 'kind = ?', filter.kind)
  // Repeats the condition of the partial index, which holds failures only.
  const wrong = few || filter.appId !== undefined ? '' : ` AND outcome <> 'ok'`
  add(filter.outcome === 'ok' ? 'outcome = ?' : `outcome = ?${wrong}`, filter.outcome)
  add(`code = ?${wrong}`, filter.code)
  add('id >= ?', filter.from)
  add('id < ?', filter.before)
  const where = parts.length > 0 ? ` WHERE ${parts.join(' AND ')}` : ''
  const query = statement(`
    SELECT id, at, kind, outcome, code, actor, actor_id, person_id, session_id, data, ip, address, device
    FROM activity${where} ORDER BY id DESC LIMIT ?`)
  return (await queries.all(query, ...values, most)).map(toEvent)
}

export type Named = { id: string; displayName: string | null; address: string | null }

const NAMES = `
  SELECT p.id, p.display_name, w.address FROM person p LEFT JOIN wallet w ON w.id = p.primary_wallet_id
  WHERE p.id IN (:keys)`

/** Deleted people are left out. */
export async function findNames(queries: Queries, personIds: readonly string[]): Promise<Named[]> {
  const rows = await queryInBatches(queries, NAMES, personIds)
  return rows.map((row) => ({
    id: text(row, 'id'),
    displayName: textOrNull(row, 'display_name'),
    address: textOrNull(row, 'address'),
  }))
}

function toEvent(row: Row): RecordedEvent {
  return {
    id: text(row, 'id'),
    at: integer(row, 'at'),
    kind: oneOf(row, 'kind', activityKinds),
    outcome: oneOf(row, 'outcome', outcomeSchema.options),
    code: textOrNull(row, 'code'),
    actor: oneOf(row, 'actor', ['person', 'visitor', 'system']),
    actorId: textOrNull(row, 'actor_id'),
    personId: textOrNull(row, 'person_id'),
    sessionId: textOrNull(row, 'session_id'),
    data: text(row, 'data'),
    ip: textOrNull(row, 'ip'),
    address: textOrNull(row, 'address'),
    device: textOrNull(row, 'device'),
  }
}
