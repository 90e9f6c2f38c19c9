/** Direct reads and changes of database rows. */

import { type Row, type SqlValue, statement } from '../../../server/src/platform/store/database.ts'
import type { TestServer } from '../server/server.ts'

const TABLES = ['person', 'wallet', 'session', 'spent_challenge', 'setting'] as const

export type RowCounts = Record<(typeof TABLES)[number], number>

type Holder = Pick<TestServer, 'context'>

export async function countRows(server: Holder): Promise<RowCounts> {
  const counts = await Promise.all(
    TABLES.map(async (table) => {
      const [row] = await readRows(server, `SELECT count(*) AS n FROM ${table}`)
      return [table, Number(row?.n)] as const
    }),
  )
  return Object.fromEntries(counts) as RowCounts // one entry for each table
}

export async function readRows({ context }: Holder, sql: string, ...values: SqlValue[]): Promise<Row[]> {
  const rows = await context.store.all(statement(sql), ...values)
  return rows.map((row) => ({ ...row }))
}

export function changeRows({ context }: Holder, sql: string, ...values: SqlValue[]): Promise<number> {
  return context.store.run(statement(sql), ...values)
}

/** Opens registration, which is the default on localhost only. */
export async function openRegistration(server: Holder): Promise<void> {
  const settings = JSON.stringify({ registration: 'open', version: 1 })
  await changeRows(server, "INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)", settings)
}
