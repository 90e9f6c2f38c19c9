import { namespaces } from '@countersign/contract/family/family.ts'
import { type Queries, statement } from '../../platform/store/database.ts'
import { change } from '../../platform/store/query.ts'
import { integerOrNull, oneOf, text, textOrNull } from '../../platform/store/row.ts'
import type { Wallet } from '../wallet/wallet.store.ts'

export type NamedWallet = Pick<Wallet, 'id' | 'personId' | 'namespace' | 'address' | 'chainRef' | 'ens'> & {
  checkedAt: number | null
}

const find = statement(`
  SELECT id, person_id, namespace, address, chain_ref, ens_name, ens_checked_at FROM wallet
  WHERE id = ? AND status <> 'removed'`)
const clearAll = statement(`
  UPDATE wallet SET ens_name = NULL, ens_checked_at = NULL WHERE ens_name IS NOT NULL OR ens_checked_at IS NOT NULL`)
const removeEnsTerms = statement('DELETE FROM person_term WHERE ens = 1')

export async function findNamedWallet(queries: Queries, walletId: string): Promise<NamedWallet | undefined> {
  const row = await queries.one(find, walletId)
  return (
    row && {
      id: text(row, 'id'),
      personId: text(row, 'person_id'),
      namespace: oneOf(row, 'namespace', namespaces),
      address: text(row, 'address'),
      chainRef: text(row, 'chain_ref'),
      ens: textOrNull(row, 'ens_name'),
      checkedAt: integerOrNull(row, 'ens_checked_at'),
    }
  )
}

export const saveName = change<{ id: string; ens: string | null; now: number }>(
  'UPDATE wallet SET ens_name = :ens, ens_checked_at = :now WHERE id = :id',
)

export const clearName = change<[id: string]>('UPDATE wallet SET ens_name = NULL WHERE id = ?')

/** With the times of the last checks, so that names are looked up again once ENS is enabled. */
export async function clearEnsNames(queries: Queries): Promise<void> {
  await queries.run(clearAll)
  await queries.run(removeEnsTerms)
}
