/** Rows for many keys: one query for up to 256 of them, in few forms, so that each stays prepared. */

import { type Queries, type Row, type SqlValue, statement } from './database.ts'

const SIZES = [1, 4, 16, 64, 256]
const MOST = 256

/** `sql` says where the keys go: `WHERE id IN (:keys)`. The other values stand before them in it. */
export async function queryInBatches(
  queries: Queries,
  sql: string,
  keys: readonly string[],
  ...values: SqlValue[]
): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < keys.length; start += MOST) {
    const chunk = keys.slice(start, start + MOST)
    const size = SIZES.find((each) => each >= chunk.length) ?? MOST
    const padded = Array.from({ length: size }, (_, index) => chunk[Math.min(index, chunk.length - 1)] ?? '')
    const marks = Array(size).fill('?').join(', ')
    rows.push(...(await queries.all(statement(sql.replace(':keys', marks)), ...values, ...padded)))
  }
  return rows
}
