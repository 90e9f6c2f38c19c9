/** The database of a running product, read and changed past it. */

import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { LOOK_EVERY_MS } from '../../server/src/store/sqlite.ts'

export function readDatabase(path: string, sql: string, ...values: SQLInputValue[]): unknown[] {
  return withDatabase(path, (database) => database.prepare(sql).all(...values))
}

export function changeDatabase(path: string, sql: string, ...values: SQLInputValue[]): number {
  const changes = withDatabase(path, (database) => Number(database.prepare(sql).run(...values).changes))
  // The product looks for what others wrote when it reads, but no more often than this.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS + 10)
  return changes
}

function withDatabase<T>(path: string, use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA busy_timeout = 30000')
    return use(database)
  } finally {
    database.close()
  }
}
