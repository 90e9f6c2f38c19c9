import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import { migrate } from './migrations.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Opens the configured engine and brings it up to this version. */
export async function openDatabase(config: Config, options: { now: number; log: Log }): Promise<Database> {
  const database = await openEngine(config.database, options.log)
  await migrate(database, options.now)
  return database
}

async function openEngine(target: Config['database'], log: Log): Promise<Database> {
  if (target.engine === 'postgres')
    return openPostgres(target.url, (error) => log.warn('database connection lost', { reason: error.message }))
  mkdirSync(dirname(target.path), { recursive: true, mode: 0o700 })
  return openSqlite(target.path)
}
