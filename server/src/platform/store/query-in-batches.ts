/** Queries rows for many keys, up to 256 at a time, in few forms so that each stays prepared. */

import { type Queries, type Row, type SqlValue, statement } from './database.ts'

const SIZES = [1, 4, 16, 64, 256]
const MOST = 256

/** `:keys` in the SQL is replaced. Other values come before the keys. */
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
