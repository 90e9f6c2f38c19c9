import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import { openContext } from '../../open-context.ts'
import { createLog } from '../../platform/log.ts'
import { type CliContext, CommandError } from './command.ts'

export function configOf(cli: CliContext): Config {
  return readConfig(cli.environment, cli.configFolder)
}

export async function withContext<T>(cli: CliContext, work: (context: Context) => Promise<T>): Promise<T> {
  const config = configOf(cli)
  requireInstallation(config)
  const context = await openFor(cli, config)
  try {
    return await work(context)
  } finally {
    await context.background.settled()
    await context.store.close()
  }
}

export function openFor(cli: CliContext, config: Config): Promise<Context> {
  const write = (line: string) => cli.terminal.fail(line.trimEnd())
  const log = createLog({ level: 'warn', human: true, write, now: cli.now })
  return openContext(config, { log, now: cli.now })
}

/** A mistyped folder must not become a second, empty installation. */
export function requireInstallation({ database, secretKey, dataFolder }: Config): void {
  const fix = 'Start the server once, or set DATA_DIR, DATABASE_URL and SECRET_KEY to the values of the server.'
  if (database.engine === 'sqlite' && !existsSync(database.path))
    throw new CommandError(`No database at ${database.path}. ${fix}`)
  const secret = join(dataFolder, 'secret.key')
  if (secretKey === undefined && !existsSync(secret)) throw new CommandError(`No secret key at ${secret}. ${fix}`)
}
