import {
  cacheable,
  type Database,
  lockingStatement,
  type Queries,
  type Row,
  statement,
} from '../../platform/store/database.ts'
import { change, selectAll } from '../../platform/store/query.ts'
import { bytes, integer, mapRecord, oneOf, type RecordOf, text } from '../../platform/store/row.ts'

export type KeyAlgorithm = 'ES256' | 'RS256'

const FIELDS = {
  kid: ['kid', text],
  alg: ['alg', (row: Row, column: string): KeyAlgorithm => oneOf(row, column, ['ES256', 'RS256'])],
  publicJwk: ['public_jwk', text],
  privateJwk: ['private_sealed', bytes],
  createdAt: ['created_at', integer],
  activeFrom: ['active_from', integer],
  retireAt: ['retire_at', integer],
  removeAt: ['remove_at', integer],
} as const
/** The status of a key follows from the time, so all nodes agree. */
export type KeyRecord = RecordOf<typeof FIELDS>

const { columns: COLUMNS, placeholders, read: toKey, values } = mapRecord(FIELDS)
const findKids = cacheable("SELECT coalesce(string_agg(kid, ' ' ORDER BY kid), '') AS kids FROM signing_key")
const lockAll = lockingStatement('SELECT kid FROM signing_key ORDER BY kid')
const insert = statement(`
  INSERT INTO signing_key (${COLUMNS}) VALUES (${placeholders}) ON CONFLICT (alg, active_from) DO NOTHING`)

export const findKeys = selectAll(toKey)<[]>(`SELECT ${COLUMNS} FROM signing_key ORDER BY alg, active_from DESC, kid`)

/** Changes with every rotation, also on another node. */
export async function findKeyIds(store: Database): Promise<string> {
  const read = (row: Row) => ({ kids: text(row, 'kids') })
  return (await store.lookUp({ statement: findKids, name: '', key: () => [], read }))?.kids ?? ''
}

export async function lockKeys(queries: Queries): Promise<void> {
  await queries.all(lockAll)
}

export async function insertKey(queries: Queries, key: KeyRecord): Promise<boolean> {
  return (await queries.run(insert, ...values(key))) === 1
}

export const retireKey = change<{ kid: string; retireAt: number; removeAt: number }>(
  'UPDATE signing_key SET retire_at = :retireAt, remove_at = :removeAt WHERE kid = :kid',
)

export const removeKey = change<[kid: string]>('DELETE FROM signing_key WHERE kid = ?')

export const removeOldKeys = change<[now: number]>('DELETE FROM signing_key WHERE remove_at <= ?')
