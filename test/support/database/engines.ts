/** Databases for tests: migrated once, then copied. */

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { migrate } from '../../../server/src/platform/store/migrations.ts'
import { openSqlite } from '../../../server/src/platform/store/sqlite/sqlite.ts'
import { share } from '../shared.ts'
import { addFirstOwner } from './first-owner.ts'

export type Engine = {
  name: 'sqlite' | 'postgres'
  /** The `DATABASE_URL` of a new database with every migration applied, whose site has an owner. */
  createDatabase(): Promise<string>
}

/**
 * For tests whose result does not depend on the engine: SQLite, and PostgreSQL too in `npm test -- --all-engines`.
 * Stores, migrations, locking, races, list queries and notifications use `forEachEngine` instead.
 */
export function forDefaultEngine(title: string, define: (engine: Engine) => void): void {
  describe(`${title} (sqlite)`, () => define(sqliteEngine()))
  if (process.env.TEST_ENGINES === 'all') describe(`${title} (postgres)`, () => define(postgresEngine()))
}

export function sqliteEngine(): Engine {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-sqlite-'))
  let count = 0
  after(() => rmSync(folder, { recursive: true, force: true }))
  return {
    name: 'sqlite',
    async createDatabase() {
      const path = join(folder, `${++count}.db`)
      copyFileSync(await sqliteTemplate(), path)
      return `file:${path}`
    },
  }
}

export const sqliteTemplate = share(
  async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'countersign-template-')), 'template.db')
    const database = await openSqlite(path)
    await migrate(database, 0)
    await addFirstOwner(database)
    await database.close() // a copy of the file has everything only when the write-ahead log is merged
    return path
  },
  { dispose: async (path) => rmSync(join(path, '..'), { recursive: true, force: true }) },
)

/** Loaded lazily: tests without PostgreSQL do not need its driver. */
export function postgresEngine(): Engine {
  return {
    name: 'postgres',
    createDatabase: async () => (await import('./postgres.ts')).createSharedDatabase(),
  }
}
