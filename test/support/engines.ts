import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { createDatabaseAt, type Postgres, startPostgres } from './postgres.ts'

export type Engine = {
  name: 'sqlite' | 'postgres'
  /** The `DATABASE_URL` of a new empty database. */
  createDatabase(): Promise<string>
}

/** Every server test runs on both engines. */
export function forEachEngine(title: string, define: (engine: Engine) => void): void {
  describe(`${title} (sqlite)`, () => define(sqlite()))
  describe(`${title} (postgres)`, () => define(postgres()))
}

function sqlite(): Engine {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-sqlite-'))
  let count = 0
  after(() => rmSync(folder, { recursive: true, force: true }))
  return { name: 'sqlite', createDatabase: async () => `file:${join(folder, `${++count}.db`)}` }
}

/** `npm test` starts one cluster for all files; a file run alone starts its own. */
function postgres(): Engine {
  const shared = process.env.TEST_POSTGRES
  let own: Promise<Postgres> | undefined
  after(async () => (await own)?.stop())
  return {
    name: 'postgres',
    async createDatabase() {
      if (shared) return createDatabaseAt(shared)
      own ??= startPostgres()
      return (await own).createDatabase()
    },
  }
}
