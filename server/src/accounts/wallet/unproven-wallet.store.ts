/** Contract wallets that must sign again, because their chain is read through other endpoints or their contract said no. */

import { type Queries, statement } from '../../platform/store/database.ts'
import { change } from '../../platform/store/query.ts'
import { text } from '../../platform/store/row.ts'

const peopleOnChain = statement(`
  SELECT DISTINCT person_id FROM wallet WHERE namespace = 'eip155' AND chain_ref = ? AND status <> 'removed'
  ORDER BY person_id`)
const unprovenOne = statement("UPDATE wallet SET unproven_since = ? WHERE id = ? AND status <> 'removed'")
const unproven = statement(`
  UPDATE wallet SET unproven_since = ? WHERE namespace = 'eip155' AND chain_ref = ? AND status <> 'removed'`)

/** People with a contract wallet on this chain. */
export async function findPeopleByChain(queries: Queries, chainId: number): Promise<string[]> {
  return (await queries.all(peopleOnChain, String(chainId))).map((row) => text(row, 'person_id'))
}

export const markProven = change<[id: string]>('UPDATE wallet SET unproven_since = NULL WHERE id = ?')

export async function markWalletUnproven(queries: Queries, id: string, now: number): Promise<void> {
  await queries.run(unprovenOne, now, id)
}

export async function markUnproven(queries: Queries, chainRef: string, now: number): Promise<void> {
  await queries.run(unproven, now, chainRef)
}
