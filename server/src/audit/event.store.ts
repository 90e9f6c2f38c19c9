import { type ActivityKind, activityKinds } from '@countersign/contract/activity-kinds.ts'
import type { Outcome } from '@countersign/contract/routes/activity.ts'
import { outcomeSchema } from '@countersign/contract/schemas/activity.ts'
import {
  type Queries,
  queryInBatches,
  type Row,
  runTogether,
  type SqlValue,
  statement,
} from '../platform/store/database.ts'
import { selectAll } from '../platform/store/query.ts'
import { integer, mapRecord, oneOf, option, type RecordOf, text, textOrNull } from '../platform/store/row.ts'

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

/** The position of an event in the hash chain. */
export type SealedLink = { seq: number; personal: Uint8Array; hash: Uint8Array }

const FIELDS = {
  id: ['id', text],
  at: ['at', integer],
  kind: ['kind', (row: Row) => oneOf(row, 'kind', activityKinds)],
  outcome: ['outcome', option(outcomeSchema)],
  code: ['code', textOrNull],
  actor: ['actor', option({ options: ['person', 'visitor', 'system'] })],
  actorId: ['actor_id', textOrNull],
  personId: ['person_id', textOrNull],
  sessionId: ['session_id', textOrNull],
  data: ['data', text],
  ip: ['ip', textOrNull],
  address: ['address', textOrNull],
  device: ['device', textOrNull],
} as const

export type RecordedEvent = RecordOf<typeof FIELDS>
const events = mapRecord(FIELDS)

const insert = statement(`
  INSERT INTO activity (id, at, kind, outcome, code, actor, actor_id, person_id, session_id, data, ip, address, device,
    salt, seq, personal_hash, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)

/** Without a link it is not sealed yet. */
export function insertEvent(
  queries: Queries,
  event: RecordedEvent,
  { salt, link }: { salt: Uint8Array; link?: SealedLink | undefined },
): Promise<number> {
  const { seq = null, personal = null, hash = null } = link ?? {}
  const { id, at, kind, outcome, code, actor, actorId, personId, sessionId, data, ip, address, device } = event
  const facts = [id, at, kind, outcome, code, actor, actorId, personId, sessionId, data]
  return queries.run(insert, ...facts, ip, address, device, salt, seq, personal, hash)
}

/** Most events of an actor concern themselves and are in the index of persons; the index of actors has the others. */
export async function findEvents(queries: Queries, filter: Filter, limit: number): Promise<RecordedEvent[]> {
  const { actorId, personId } = filter
  if (actorId === undefined || personId !== undefined) return selectEvents(queries, filter, { limit })
  const [own, others] = await runTogether(
    selectEvents(queries, { ...filter, personId: actorId }, { limit }),
    selectEvents(queries, filter, { limit, onlyOthers: true }),
  )
  return [...own, ...others].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit)
}

async function selectEvents(
  queries: Queries,
  filter: Filter,
  { limit, onlyOthers = false }: { limit: number; onlyOthers?: boolean },
): Promise<RecordedEvent[]> {
  const conditions: string[] = onlyOthers ? ['(person_id IS NULL OR person_id <> actor_id)'] : []
  const values: SqlValue[] = []
  const add = (condition: string, value: SqlValue | undefined) => {
    if (value === undefined) return
    conditions.push(condition)
    values.push(value)
  }
  add('person_id = ?', filter.personId)
  add('actor_id = ?', filter.actorId)
  // One person or app has few events: the concatenation keeps databases from using a less selective index.
  const byPerson = filter.personId !== undefined || filter.actorId !== undefined
  const selective = byPerson || filter.appId !== undefined
  add(byPerson ? `app_id || '' = ?` : 'app_id = ?', filter.appId)
  add(selective ? `kind || '' = ?` : 'kind = ?', filter.kind)
  // Repeats the condition of the partial index, which holds failures only.
  const failuresOnly = selective ? '' : ` AND outcome <> 'ok'`
  add(filter.outcome === 'ok' ? 'outcome = ?' : `outcome = ?${failuresOnly}`, filter.outcome)
  add(`code = ?${failuresOnly}`, filter.code)
  add('id >= ?', filter.from)
  add('id < ?', filter.before)
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
  const query = statement(`SELECT ${events.columns} FROM activity${where} ORDER BY id DESC LIMIT ?`)
  return (await queries.all(query, ...values, limit)).map(events.read)
}

const NAMES = `
  SELECT p.id, p.display_name, w.address, w.ens_name FROM person p LEFT JOIN wallet w ON w.id = p.primary_wallet_id
  WHERE p.id IN (:keys)`

export async function findNames(queries: Queries, personIds: readonly string[]) {
  const rows = await queryInBatches(queries, NAMES, personIds)
  return rows.map((row) => ({
    id: text(row, 'id'),
    displayName: textOrNull(row, 'display_name'),
    address: textOrNull(row, 'address'),
    ens: textOrNull(row, 'ens_name'),
  }))
}

const truncate = statement('UPDATE activity SET ip = ?, salt = NULL WHERE id = ?')

type IdRange = { from: string; before: string; limit: number }

export const findFullIps = selectAll((row) => ({ id: text(row, 'id'), ip: text(row, 'ip') }))<IdRange>(`
  SELECT id, ip FROM activity
  WHERE id >= :from AND id < :before AND ip IS NOT NULL AND salt IS NOT NULL ORDER BY id LIMIT :limit`)

/** Without the salt the full address cannot be guessed from its hash. */
export async function storeTruncatedIp(queries: Queries, id: string, ip: string): Promise<void> {
  await queries.run(truncate, ip, id)
}
