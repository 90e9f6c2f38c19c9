import { type Queries, statement } from '../platform/store/database.ts'
import { integer, text } from '../platform/store/row.ts'

const findFull = statement(`
  SELECT id, ip_first, ip_last, last_seen_at FROM session
  WHERE ip_whole = 1 AND id > ? AND id < ? ORDER BY id LIMIT ?`)
const update = statement('UPDATE session SET ip_first = ?, ip_last = ?, ip_whole = ? WHERE id = ?')

/** Sessions with an IP address that is not truncated yet, by id. */
export async function findFullIps(
  queries: Queries,
  { after, before, limit }: { after: string; before: string; limit: number },
) {
  const rows = await queries.all(findFull, after, before, limit)
  return rows.map((row) => ({
    id: text(row, 'id'),
    first: text(row, 'ip_first'),
    last: text(row, 'ip_last'),
    lastSeenAt: integer(row, 'last_seen_at'),
  }))
}

export async function updateIps(
  queries: Queries,
  { id, first, last, full }: { id: string; first: string; last: string; full: boolean },
): Promise<void> {
  await queries.run(update, first, last, full ? 1 : 0, id)
}
