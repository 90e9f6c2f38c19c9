import { namespaces } from '@countersign/contract/family/family.ts'
import { type Queries, statement } from '../../platform/store/database.ts'
import { change, selectOne } from '../../platform/store/query.ts'
import { integerOrNull, mapRecord, option, type RecordOf, text, textOrNull } from '../../platform/store/row.ts'

const wallets = mapRecord({
  id: text,
  personId: text,
  namespace: option({ options: namespaces }),
  address: text,
  chain: text,
  ens: ['ens_name', textOrNull],
  checkedAt: ['ens_checked_at', integerOrNull],
})
export type NamedWallet = RecordOf<typeof wallets>

const clearAll = statement(`
  UPDATE wallet SET ens_name = NULL, ens_checked_at = NULL WHERE ens_name IS NOT NULL OR ens_checked_at IS NOT NULL`)
const removeEnsTerms = statement('DELETE FROM person_term WHERE ens = 1')

export const findNamedWallet = selectOne(wallets.read)<[id: string]>(
  `SELECT ${wallets.columns} FROM wallet WHERE id = ? AND status <> 'removed'`,
)

export const saveName = change<{ id: string; ens: string | null; now: number }>(
  'UPDATE wallet SET ens_name = :ens, ens_checked_at = :now WHERE id = :id',
)

export const clearName = change<[id: string]>('UPDATE wallet SET ens_name = NULL WHERE id = ?')

/** With the times of the last checks, so that names are looked up again once ENS is enabled. */
export async function clearEnsNames(queries: Queries): Promise<void> {
  await queries.run(clearAll)
  await queries.run(removeEnsTerms)
}
