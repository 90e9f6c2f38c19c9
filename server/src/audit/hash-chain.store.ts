import { type Awaitable, type Database, type Queries, type Row, statement } from '../platform/store/database.ts'
import { change, selectAll, selectOne } from '../platform/store/query.ts'
import { bytes, integer, text } from '../platform/store/row.ts'
import { findSetting, putSetting } from '../platform/store/setting.ts'
import type { SealedLink } from './event.store.ts'

export type Link = { seq: number; hash: Uint8Array }

const GENESIS: Link = { seq: 0, hash: new Uint8Array(32) }

const HASHED = `
  SELECT id, at, kind, outcome, code, actor, actor_id, person_id, session_id, data, salt, ip, address, device,
    seq, personal_hash, hash FROM activity`
const newest = statement('SELECT seq, hash FROM activity WHERE seq IS NOT NULL ORDER BY seq DESC LIMIT 1')
const removeUpTo = statement('DELETE FROM activity WHERE seq <= ?')
const lock = statement('SELECT pg_advisory_xact_lock(4861279504)')

/** Locks the chain until the transaction ends. SQLite has one writer. */
export async function lockChain({ engine }: Pick<Database, 'engine'>, queries: Queries): Promise<void> {
  if (engine === 'postgres') await queries.all(lock)
}

export const findOldestUnsealed = selectOne((row) => text(row, 'id'))<[]>(
  'SELECT id FROM activity WHERE seq IS NULL ORDER BY id LIMIT 1',
)

const asIs = (row: Row) => row

export const findUnsealed = selectAll(asIs)<[limit: number]>(`${HASHED} WHERE seq IS NULL ORDER BY id LIMIT ?`)

export const findSealedAfter = selectAll(asIs)<[seq: number, limit: number]>(
  `${HASHED} WHERE seq > ? ORDER BY seq LIMIT ?`,
)

/** What the statistics count of an event. */
export const findCountable = selectAll(asIs)<[seq: number, limit: number]>(
  'SELECT seq, at, kind, code, data FROM activity WHERE seq > ? ORDER BY seq LIMIT ?',
)

/** The end of the chain, once a transaction has extended it. */
const heads = new WeakMap<object, Link>()

export function findHead(queries: Queries): Awaitable<Link> {
  return (queries.scope && heads.get(queries.scope)) ?? readHead(queries)
}

async function readHead(queries: Queries): Promise<Link> {
  const row = await queries.one(newest)
  return row ? { seq: integer(row, 'seq'), hash: bytes(row, 'hash') } : findAnchor(queries)
}

/** After every extension of the chain. */
export function rememberHead({ scope }: Queries, head: Link): void {
  if (scope) heads.set(scope, head)
}

/** The last event that was purged: the chain continues after it. */
export async function findAnchor(queries: Queries): Promise<Link> {
  const stored = await findSetting(queries, 'activity_anchor')
  if (stored === undefined) return GENESIS
  const { seq, hash }: { seq: number; hash: string } = JSON.parse(stored) // written by `truncateChain`
  return { seq, hash: Buffer.from(hash, 'hex') }
}

export const storeLink = change<SealedLink & { id: string }>(
  'UPDATE activity SET seq = :seq, personal_hash = :personal, hash = :hash WHERE id = :id',
)

export async function truncateChain(queries: Queries, link: Link, now: number): Promise<void> {
  await queries.run(removeUpTo, link.seq)
  const value = JSON.stringify({ seq: link.seq, hash: Buffer.from(link.hash).toString('hex') })
  await putSetting(queries, 'activity_anchor', value, now)
}

/** The last event that is in the statistics. */
export async function findCounted(queries: Queries): Promise<number> {
  return Number((await findSetting(queries, 'activity_counted')) ?? 0)
}
