import { namespaces } from '@countersign/contract/family/family.ts'
import { type Queries, statement, writes } from '../../platform/store/database.ts'
import { integer, oneOf, text } from '../../platform/store/row.ts'
import type { Wallet } from './wallet.store.ts'

const start = statement(`
  UPDATE wallet SET status = 'removing', removing_since = ?, remove_at = ?, removal_by = ?, version = version + 1
  WHERE id = ?`)
const cancel = statement(`
  UPDATE wallet SET status = 'linked', removing_since = NULL, remove_at = NULL, removal_by = NULL, version = version + 1
  WHERE id = ?`)
const remove = statement(`
  UPDATE wallet SET status = 'removed', removed_at = ?, removing_since = NULL, remove_at = NULL, version = version + 1
  WHERE id = ?`)
const findOldestOther = statement(`
  SELECT id FROM wallet WHERE person_id = ? AND status = 'linked' AND id <> ? ORDER BY linked_at, id LIMIT 1`)
const findLinked = statement('SELECT linked_at FROM wallet WHERE id = ?')
const findDue = statement('SELECT namespace, address, chain_ref FROM wallet WHERE remove_at <= ? ORDER BY remove_at')
const replace = writes({ notifies: true })(`
  UPDATE person SET primary_wallet_id = ? WHERE id = ? AND primary_wallet_id = ?`)
const endSessions = writes({ notifies: true })(`
  UPDATE session SET ended_at = ?, end_reason = 'wallet_removed' WHERE wallet_id = ? AND ended_at IS NULL`)
const invalidateUnused = statement('UPDATE step_up SET used_at = ? WHERE wallet_id = ? AND used_at IS NULL')
const closeAdminModes = statement(`
  UPDATE session SET admin_until = NULL, admin_wallet_id = NULL
  WHERE person_id = ? AND admin_wallet_id = ? AND ended_at IS NULL`)
const removeSessions = statement(`
  DELETE FROM session WHERE wallet_id IN (SELECT id FROM wallet WHERE status = 'removed' AND removed_at < ?)`)
const purge = statement(`DELETE FROM wallet WHERE status = 'removed' AND removed_at < ?`)

export async function startRemoval(
  queries: Queries,
  { id, by, now, removeAt }: { id: string; by: string; now: number; removeAt: number },
): Promise<void> {
  await queries.run(start, now, removeAt, by, id)
}

export async function cancelRemoval(queries: Queries, id: string): Promise<void> {
  await queries.run(cancel, id)
}

export async function markRemoved(queries: Queries, { id, now }: { id: string; now: number }): Promise<void> {
  await queries.run(remove, now, id)
}

/** The oldest of the other wallets that are not being removed. */
export async function findNextPrimary(
  queries: Queries,
  { id, personId }: { id: string; personId: string },
): Promise<string | undefined> {
  const row = await queries.one(findOldestOther, personId, id)
  return row && text(row, 'id')
}

export async function replacePrimary(
  queries: Queries,
  { personId, from, to }: { personId: string; from: string; to: string },
): Promise<void> {
  await queries.run(replace, to, personId, from)
}

export async function findLinkedAt(queries: Queries, id: string): Promise<number | undefined> {
  const row = await queries.one(findLinked, id)
  return row && integer(row, 'linked_at')
}

export async function findDueRemovals(
  queries: Queries,
  now: number,
): Promise<Pick<Wallet, 'namespace' | 'chainRef' | 'address'>[]> {
  const rows = await queries.all(findDue, now)
  return rows.map((row) => ({
    namespace: oneOf(row, 'namespace', namespaces),
    address: text(row, 'address'),
    chainRef: text(row, 'chain_ref'),
  }))
}

export function endSessionsSignedBy(queries: Queries, { id, now }: { id: string; now: number }): Promise<number> {
  return queries.run(endSessions, now, id)
}

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
