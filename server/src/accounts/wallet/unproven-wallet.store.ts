/** Contract wallets that must sign again, because their chain is read through other endpoints or their contract said no. */

import { type Queries, statement } from '../../platform/store/database.ts'
import { change } from '../../platform/store/query.ts'
import { text } from '../../platform/store/row.ts'

const peopleOnChain = statement(`
  SELECT DISTINCT person_id FROM wallet WHERE namespace = 'eip155' AND chain = ? AND status <> 'removed'
  ORDER BY person_id`)

/** People with a contract wallet on this chain. */
export async function findPeopleByChain(queries: Queries, chainId: number): Promise<string[]> {
  return (await queries.all(peopleOnChain, String(chainId))).map((row) => text(row, 'person_id'))
}

export const markProven = change<[id: string]>('UPDATE wallet SET unproven_since = NULL WHERE id = ?')

export const markWalletUnproven = change<{ id: string; now: number }>(
  "UPDATE wallet SET unproven_since = :now WHERE id = :id AND status <> 'removed'",
)

export const markUnproven = change<{ chain: string; now: number }>(`
  UPDATE wallet SET unproven_since = :now
  WHERE namespace = 'eip155' AND chain = :chain AND status <> 'removed'`)
