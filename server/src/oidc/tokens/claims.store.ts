import { cacheable, type Database, type Row } from '../../platform/store/database.ts'
import { selectAll, selectOne } from '../../platform/store/query.ts'
import { integer, mapRecord, text, textOrNull } from '../../platform/store/row.ts'

const person = mapRecord({
  personId: ['id', text],
  displayName: textOrNull,
  locale: textOrNull,
  timeZone: textOrNull,
  updatedAt: integer,
})
const account = mapRecord({ namespace: text, address: text, chain: text })
const wallet = mapRecord({ kind: text, ens: ['ens_name', textOrNull] })
const toProfile = (row: Row) => ({ ...person.read(row), wallet: { ...account.read(row), ...wallet.read(row) } })
export type Profile = ReturnType<typeof toProfile>

const COLUMNS = `${person.columnsOf('p')}, ${account.columnsOf('w')}, ${wallet.columnsOf('w')}`
const find = cacheable(`
  SELECT ${COLUMNS} FROM session s JOIN person p ON p.id = s.person_id JOIN wallet w ON w.id = s.wallet_id WHERE s.id = ?`)

export async function findProfile(store: Database, sessionId: string): Promise<Profile | undefined> {
  return store.lookUp({
    statement: find,
    name: sessionId,
    key: () => sessionId,
    read: toProfile,
    rowId: () => sessionId,
  })
}

export const findPrimaryProfile = selectOne(toProfile)<[personId: string]>(`
  SELECT ${COLUMNS} FROM person p JOIN wallet w ON w.id = p.primary_wallet_id WHERE p.id = ?`)

export const findAccountsOf = selectAll(account.read)<[personId: string, now: number]>(`
  SELECT ${account.columns} FROM wallet
  WHERE person_id = ? AND status <> 'removed' AND (remove_at IS NULL OR remove_at > ?) AND unproven_since IS NULL
  ORDER BY linked_at, id`)
