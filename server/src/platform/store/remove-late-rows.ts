import type { Queries, SqlValue, Statement } from './database.ts'

/**
 * Deletes rows, and those that other transactions add meanwhile because they still see what is being deleted: on
 * PostgreSQL a statement does not see rows that are committed while it runs. The first one locks what it deletes.
 */
export async function removeWithLateRows(queries: Queries, remove: Statement, ...values: SqlValue[]): Promise<void> {
  await queries.run(remove, ...values)
  await queries.run(remove, ...values)
}
