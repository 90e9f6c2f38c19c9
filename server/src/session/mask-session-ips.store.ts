import { type Queries, statement, writes } from '../platform/store/database.ts'
import { integer, text } from '../platform/store/row.ts'

export type WholeAddresses = { id: string; first: string; last: string; lastSeenAt: number }

const whole = statement(`
  SELECT id, ip_first, ip_last, last_seen_at FROM session
  WHERE ip_whole = 1 AND id > ? AND id < ? ORDER BY id LIMIT ?`)
const update = writes('session')('UPDATE session SET ip_first = ?, ip_last = ?, ip_whole = ? WHERE id = ?')

export async function findWholeAddresses(
  queries: Queries,
  { after, before, most }: { after: string; before: string; most: number },
): Promise<WholeAddresses[]> {
  const rows = await queries.all(whole, after, before, most)
  return rows.map((row) => ({
    id: text(row, 'id'),
    first: text(row, 'ip_first'),
    last: text(row, 'ip_last'),
    lastSeenAt: integer(row, 'last_seen_at'),
  }))
}

export async function writeAddresses(
  queries: Queries,
  { id, first, last, whole: still }: { id: string; first: string; last: string; whole: boolean },
): Promise<void> {
  await queries.run(update, first, last, still ? 1 : 0, id)
}
