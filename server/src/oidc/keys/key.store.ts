import { cacheable, type Database, lockingStatement, type Queries, type Row } from '../../platform/store/database.ts'
import { change, changeOne, selectAll } from '../../platform/store/query.ts'
import { bytes, integer, mapRecord, oneOf, type RecordOf, text } from '../../platform/store/row.ts'

export type KeyAlgorithm = 'ES256' | 'RS256'

const keys = mapRecord({
  kid: text,
  alg: (row: Row, column: string): KeyAlgorithm => oneOf(row, column, ['ES256', 'RS256']),
  publicJwk: text,
  privateJwk: ['private_sealed', bytes],
  createdAt: integer,
  activeFrom: integer,
  retireAt: integer,
  removeAt: integer,
})
/** The status of a key follows from the time, so all nodes agree. */
export type KeyRecord = RecordOf<typeof keys>

const findKids = cacheable("SELECT coalesce(string_agg(kid, ' ' ORDER BY kid), '') AS kids FROM signing_key")
const lockAll = lockingStatement('SELECT kid FROM signing_key ORDER BY kid')

export const findKeys = selectAll(keys.read)<[]>(
  `SELECT ${keys.columns} FROM signing_key ORDER BY alg, active_from DESC, kid`,
)

/** Changes with every rotation, also on another node. */
export async function findKeyIds(store: Database): Promise<string> {
  const read = (row: Row) => ({ kids: text(row, 'kids') })
  return (await store.lookUp({ statement: findKids, name: '', key: () => [], read }))?.kids ?? ''
}

export async function lockKeys(queries: Queries): Promise<void> {
  await queries.all(lockAll)
}

export const insertKey = changeOne<KeyRecord>(`
  INSERT INTO signing_key (${keys.columns}) VALUES (${keys.values}) ON CONFLICT (alg, active_from) DO NOTHING`)

export const retireKey = change<{ kid: string; retireAt: number; removeAt: number }>(
  'UPDATE signing_key SET retire_at = :retireAt, remove_at = :removeAt WHERE kid = :kid',
)

export const removeKey = change<[kid: string]>('DELETE FROM signing_key WHERE kid = ?')

export const removeOldKeys = change<[now: number]>('DELETE FROM signing_key WHERE remove_at <= ?')
