import { type Queries, statement, writes } from '../platform/store/database.ts'
import { text } from '../platform/store/row.ts'

const whole = statement(`
  SELECT id, ip FROM activity
  WHERE ip IS NOT NULL AND salt IS NOT NULL AND seq IS NOT NULL AND id < ? ORDER BY id LIMIT ?`)
const shorten = writes('activity')('UPDATE activity SET ip = ?, salt = NULL WHERE id = ?')

export async function findWholeAddresses(
  queries: Queries,
  before: string,
  most: number,
): Promise<{ id: string; ip: string }[]> {
  const rows = await queries.all(whole, before, most)
  return rows.map((row) => ({ id: text(row, 'id'), ip: text(row, 'ip') }))
}

/** Without the salt the full address cannot be guessed from its hash. */
export async function shortenAddress(queries: Queries, id: string, network: string): Promise<void> {
  await queries.run(shorten, network, id)
}
