import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '@countersign/contract/error/errors.ts'
import { type Config, DATABASE_FILE } from '../../config.ts'
import { ConfigError } from '../../config-error.ts'
import { explainFileProblem } from '../file-problem.ts'
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
    const database = await openEngine(config, { ...options, waitMs })
    await migrate(database, options.now)
    return database
  } catch (error) {
    throw error instanceof AppError ? toConfigError(config, error) : error
  }
}

function toConfigError({ database, dataFolder }: Config, { cause }: AppError): ConfigError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const message = cause instanceof Error && cause.message ? cause.message : code
  if (database.engine === 'postgres')
    return new ConfigError('DATABASE_URL', `cannot open the database (${message}). Start it, or correct the URL.`)
  const fix = 'Check the file, whether this user can write to it and to its folder, and the space on the disk.'
  return new ConfigError(variableOf(database.path, dataFolder), `cannot open ${database.path} (${message}). ${fix}`)
}

/** That decides where the file is. */
function variableOf(path: string, dataFolder: string): 'DATA_DIR' | 'DATABASE_URL' {
  return path === join(dataFolder, DATABASE_FILE) ? 'DATA_DIR' : 'DATABASE_URL'
}

async function openEngine(
  { database: target, dataFolder }: Config,
  { log, waitMs, checkEveryMs }: Options,
): Promise<Database> {
  if (target.engine === 'sqlite') {
    const path = dirname(target.path)
    const fix = 'Set a folder that this user can write to.'
    explainFileProblem({ variable: variableOf(target.path, dataFolder), path, fix }, () =>
      mkdirSync(path, { recursive: true, mode: 0o700 }),
    )
    return openSqlite(target.path, waitMs, checkEveryMs)
  }
  const onLost = (error: Error) => log.warn('database connection lost', { reason: error.message })
  // Loaded only when used, as it brings the pg package.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(target.url, onLost, waitMs)
}
