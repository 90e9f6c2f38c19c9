/** Direct access to the database of a running product. */

import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

export function readDatabase(path: string, sql: string, ...values: SQLInputValue[]): unknown[] {
  return withDatabase(path, (database) => database.prepare(sql).all(...values))
}

export function changeDatabase(path: string, sql: string, ...values: SQLInputValue[]): number {
  return withDatabase(path, (database) => Number(database.prepare(sql).run(...values).changes))
}

function withDatabase<T>(path: string, use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path)
  try {
    return use(database)
  } finally {
    database.close()
  }
}
