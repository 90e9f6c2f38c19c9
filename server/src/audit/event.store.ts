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
import { change, selectAll } from '../platform/store/query.ts'
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

const events = mapRecord({
  id: text,
  at: integer,
  kind: (row: Row) => oneOf(row, 'kind', activityKinds),
  outcome: option(outcomeSchema),
  code: textOrNull,
  actor: option({ options: ['person', 'visitor', 'system'] }),
  actorId: textOrNull,
  personId: textOrNull,
  sessionId: textOrNull,
  data: text,
  ip: textOrNull,
  address: textOrNull,
  device: textOrNull,
})

export type RecordedEvent = RecordOf<typeof events>
export const { toRow: toEventRow } = events

type NewEvent = RecordedEvent & { salt: Uint8Array } & { [Field in keyof SealedLink]: SealedLink[Field] | null }

const insert = change<NewEvent>(`
  INSERT INTO activity (${events.columns}, salt, seq, personal_hash, hash)
  VALUES (${events.values}, :salt, :seq, :personal, :hash)`)

/** Without a link it is not sealed yet. */
export function insertEvent(
  queries: Queries,
  event: RecordedEvent,
  { salt, link }: { salt: Uint8Array; link?: SealedLink | undefined },
): Promise<number> {
  return insert(queries, { ...event, salt, ...(link ?? { seq: null, personal: null, hash: null }) })
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

const people = mapRecord({ id: text, displayName: textOrNull })
const primaryWallet = mapRecord({ address: textOrNull, ens: ['ens_name', textOrNull] })
const NAMES = `
  SELECT ${people.columnsOf('p')}, ${primaryWallet.columnsOf('w')}
  FROM person p LEFT JOIN wallet w ON w.id = p.primary_wallet_id WHERE p.id IN (:keys)`

export async function findNames(queries: Queries, personIds: readonly string[]) {
  const rows = await queryInBatches(queries, NAMES, personIds)
  return rows.map((row) => ({ ...people.read(row), ...primaryWallet.read(row) }))
}

type IdRange = { from: string; before: string; limit: number }

export const findFullIps = selectAll((row) => ({ id: text(row, 'id'), ip: text(row, 'ip') }))<IdRange>(`
  SELECT id, ip FROM activity
  WHERE id >= :from AND id < :before AND ip IS NOT NULL AND salt IS NOT NULL ORDER BY id LIMIT :limit`)

/** Without the salt the full address cannot be guessed from its hash. */
export const storeTruncatedIp = change<{ id: string; ip: string }>(
  'UPDATE activity SET ip = :ip, salt = NULL WHERE id = :id',
)
