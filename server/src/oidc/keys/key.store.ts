import { lockingStatement, type Queries, type Row, statement } from '../../platform/store/database.ts'
import { bytes, integer, oneOf, text } from '../../platform/store/row.ts'

export type KeyAlgorithm = 'ES256' | 'RS256'

/** The status of a key follows from the time, so all nodes agree. */
export type KeyRecord = {
  kid: string
  alg: KeyAlgorithm
  publicJwk: string
  /** Encrypted. */
  privateJwk: Uint8Array
  createdAt: number
  activeFrom: number
  retireAt: number
  removeAt: number
}

const COLUMNS = 'kid, alg, public_jwk, private_sealed, created_at, active_from, retire_at, remove_at'
const findAll = statement(`SELECT ${COLUMNS} FROM signing_key ORDER BY alg, active_from DESC, kid`)
const lockAll = lockingStatement('SELECT kid FROM signing_key ORDER BY kid')
const insert = statement(`
  INSERT INTO signing_key (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (alg, active_from) DO NOTHING`)
const retire = statement('UPDATE signing_key SET retire_at = ?, remove_at = ? WHERE kid = ?')
const remove = statement('DELETE FROM signing_key WHERE remove_at <= ?')
const removeOne = statement('DELETE FROM signing_key WHERE kid = ?')

export async function findKeys(queries: Queries): Promise<KeyRecord[]> {
  return (await queries.all(findAll)).map(toKey)
}

/** Serializes rotations until the transaction ends. */
export async function lockKeys(queries: Queries): Promise<void> {
  await queries.all(lockAll)
}

/** False when another node inserted a key for that time. */
export async function insertKey(queries: Queries, key: KeyRecord): Promise<boolean> {
  const { kid, alg, publicJwk, privateJwk, createdAt, activeFrom, retireAt, removeAt } = key
  return (await queries.run(insert, kid, alg, publicJwk, privateJwk, createdAt, activeFrom, retireAt, removeAt)) === 1
}

export async function retireKey(
  queries: Queries,
  { kid, retireAt, removeAt }: { kid: string; retireAt: number; removeAt: number },
): Promise<void> {
  await queries.run(retire, retireAt, removeAt, kid)
}

export async function removeKey(queries: Queries, kid: string): Promise<void> {
  await queries.run(removeOne, kid)
}

export async function removeOldKeys(queries: Queries, now: number): Promise<void> {
  await queries.run(remove, now)
}

function toKey(row: Row): KeyRecord {
  return {
    kid: text(row, 'kid'),
    alg: oneOf(row, 'alg', ['ES256', 'RS256']),
    publicJwk: text(row, 'public_jwk'),
    privateJwk: bytes(row, 'private_sealed'),
    createdAt: integer(row, 'created_at'),
    activeFrom: integer(row, 'active_from'),
    retireAt: integer(row, 'retire_at'),
    removeAt: integer(row, 'remove_at'),
  }
}
