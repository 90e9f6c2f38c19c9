import { cacheable, type Database, type Queries, type Row, statement } from '../../platform/store/database.ts'
import { integer, text, textOrNull } from '../../platform/store/row.ts'

export type Profile = {
  personId: string
  displayName: string | null
  locale: string | null
  timeZone: string | null
  updatedAt: number
  wallet: { address: string; chainRef: string; kind: string; ens: string | null }
}

const COLUMNS = 'p.id, p.display_name, p.locale, p.time_zone, p.updated_at, w.address, w.chain_ref, w.kind, w.ens_name'
const find = cacheable('session person wallet')(`
  SELECT ${COLUMNS} FROM session s JOIN person p ON p.id = s.person_id JOIN wallet w ON w.id = s.wallet_id WHERE s.id = ?`)
const findPrimary = statement(`
  SELECT ${COLUMNS} FROM person p JOIN wallet w ON w.id = p.primary_wallet_id WHERE p.id = ?`)
const findAccounts = statement(`
  SELECT address, chain_ref FROM wallet
  WHERE person_id = ? AND status <> 'removed' AND unproven_since IS NULL ORDER BY linked_at, id`)

export function findProfile(store: Database, sessionId: string): Promise<Profile | undefined> {
  return store.lookUp({ statement: find, name: sessionId, key: () => sessionId, read: toProfile })
}

export async function findPrimaryProfile(queries: Queries, personId: string): Promise<Profile | undefined> {
  const row = await queries.one(findPrimary, personId)
  return row && toProfile(row)
}

export async function findAccountsOf(
  queries: Queries,
  personId: string,
): Promise<{ address: string; chainRef: string }[]> {
  return (await queries.all(findAccounts, personId)).map((row) => ({
    address: text(row, 'address'),
    chainRef: text(row, 'chain_ref'),
  }))
}

function toProfile(row: Row): Profile {
  return {
    personId: text(row, 'id'),
    displayName: textOrNull(row, 'display_name'),
    locale: textOrNull(row, 'locale'),
    timeZone: textOrNull(row, 'time_zone'),
    updatedAt: integer(row, 'updated_at'),
    wallet: {
      address: text(row, 'address'),
      chainRef: text(row, 'chain_ref'),
      kind: text(row, 'kind'),
      ens: textOrNull(row, 'ens_name'),
    },
  }
}
