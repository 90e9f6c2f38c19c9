import { namespaces } from '@countersign/contract/family/family.ts'
import { type Queries, statement, writes } from '../../platform/store/database.ts'
import { change, selectAll, selectOne } from '../../platform/store/query.ts'
import { integer, mapRecord, option, text } from '../../platform/store/row.ts'

const invalidateUnused = statement('UPDATE step_up SET used_at = ? WHERE wallet_id = ? AND used_at IS NULL')
const closeAdminModes = statement(`
  UPDATE session SET admin_until = NULL, admin_wallet_id = NULL
  WHERE person_id = ? AND admin_wallet_id = ? AND ended_at IS NULL`)
const removeSessions = statement(`
  DELETE FROM session WHERE wallet_id IN (SELECT id FROM wallet WHERE status = 'removed' AND removed_at < ?)`)
const purge = statement(`DELETE FROM wallet WHERE status = 'removed' AND removed_at < ?`)

export const startRemoval = change<{ id: string; by: string; now: number; removeAt: number }>(`
  UPDATE wallet SET status = 'removing', removing_since = :now, remove_at = :removeAt, removal_by = :by,
    version = version + 1
  WHERE id = :id`)

export const cancelRemoval = change<[id: string]>(`
  UPDATE wallet SET status = 'linked', removing_since = NULL, remove_at = NULL, removal_by = NULL, version = version + 1
  WHERE id = ?`)

export const markRemoved = change<{ id: string; now: number }>(`
  UPDATE wallet SET status = 'removed', removed_at = :now, removing_since = NULL, remove_at = NULL,
    version = version + 1
  WHERE id = :id`)

/** The oldest of the other wallets that are not being removed. */
export const findNextPrimary = selectOne((row) => text(row, 'id'))<{ id: string; personId: string }>(`
  SELECT id FROM wallet WHERE person_id = :personId AND status = 'linked' AND id <> :id ORDER BY linked_at, id LIMIT 1`)

export const replacePrimary = change(
  writes({ notifies: true })<{ personId: string; from: string; to: string }>(`
  UPDATE person SET primary_wallet_id = :to WHERE id = :personId AND primary_wallet_id = :from`),
)

export const findLinkedAt = selectOne((row) => integer(row, 'linked_at'))<[id: string]>(
  'SELECT linked_at FROM wallet WHERE id = ?',
)

const accounts = mapRecord({ namespace: option({ options: namespaces }), address: text, chain: text })
export const findDueRemovals = selectAll(accounts.read)<[now: number]>(
  `SELECT ${accounts.columns} FROM wallet WHERE remove_at <= ? ORDER BY remove_at`,
)

export const endSessionsSignedBy = change(
  writes({ notifies: true })<{ id: string; now: number }>(`
  UPDATE session SET ended_at = :now, end_reason = 'wallet_removed' WHERE wallet_id = :id AND ended_at IS NULL`),
)

export async function invalidateStepUps(
  queries: Queries,
  { personId, walletId, now }: { personId: string; walletId: string; now: number },
): Promise<void> {
  await queries.run(invalidateUnused, now, walletId)
  await queries.run(closeAdminModes, personId, walletId)
}

/** With their ended sessions, which reference them. */
export async function purgeRemovedWallets(queries: Queries, before: number): Promise<void> {
  await queries.run(removeSessions, before)
  await queries.run(purge, before)
}
