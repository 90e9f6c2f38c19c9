import { type Queries, statement, writes } from '../../platform/store/database.ts'
import { integer } from '../../platform/store/row.ts'

const setLabel = writes('wallet')('UPDATE wallet SET label = ?, version = version + 1 WHERE id = ?')
const setPrimary = writes('person', { notifies: true })('UPDATE person SET primary_wallet_id = ? WHERE id = ?')
const countSignIns = statement(`
  SELECT count(*) AS n FROM activity WHERE person_id = ? AND kind = 'sign_in.ok' AND address = ?`)
const countSessions = statement(`
  SELECT count(*) AS n FROM session WHERE wallet_id = ? AND ended_at IS NULL AND idle_expires_at > ?`)

export async function updateLabel(queries: Queries, id: string, label: string | null): Promise<void> {
  await queries.run(setLabel, label, id)
}

export async function updatePrimary(queries: Queries, personId: string, walletId: string): Promise<void> {
  await queries.run(setPrimary, walletId, personId)
}

/** Sign-ins as far back as the audit log goes, and live sessions. */
export async function countUse(
  queries: Queries,
  wallet: { id: string; personId: string; address: string },
  now: number,
): Promise<{ signIns: number; sessions: number }> {
  const signIns = await queries.one(countSignIns, wallet.personId, wallet.address)
  const sessions = await queries.one(countSessions, wallet.id, now)
  return { signIns: signIns ? integer(signIns, 'n') : 0, sessions: sessions ? integer(sessions, 'n') : 0 }
}
