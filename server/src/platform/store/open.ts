import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { Config } from '../../config.ts'
import { ConfigError } from '../../config-error.ts'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import { migrate } from './migrations.ts'
import { openSqlite } from './sqlite/sqlite.ts'

type Options = {
  now: number
  log: Log
  /** How long to wait for a locked or unreachable database, instead of the configured time. */
  waitMs?: number | undefined
  checkEveryMs?: number | undefined
}

export async function openDatabase(config: Config, options: Options): Promise<Database> {
  try {
    const { waitMs = config.databaseTimeoutMs } = options
    const database = await openEngine(config.database, { ...options, waitMs })
    await migrate(database, options.now)
    return database
  } catch (error) {
    throw error instanceof AppError ? toConfigError(error) : error
  }
}

function toConfigError({ cause }: AppError): ConfigError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const message = cause instanceof Error && cause.message ? cause.message : code
  return new ConfigError('DATABASE_URL', `cannot open the database (${message}). Start it, or correct the URL.`)
}

async function openEngine(target: Config['database'], { log, waitMs, checkEveryMs }: Options): Promise<Database> {
  if (target.engine === 'sqlite') {
    mkdirSync(dirname(target.path), { recursive: true, mode: 0o700 })
    return openSqlite(target.path, waitMs, checkEveryMs)
  }
  const onLost = (error: Error) => log.warn('database connection lost', { reason: error.message })
  // Loaded only when used, as it brings the pg package.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(target.url, onLost, waitMs)
}
