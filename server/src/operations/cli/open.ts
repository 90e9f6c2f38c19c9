/** Opens the installation's context for one command. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import { openContext } from '../../open-context.ts'
import { createLog } from '../../platform/log.ts'
import { Refusal, type World } from './command.ts'

export function configOf(world: World): Config {
  return readConfig(world.environment, world.root)
}

export async function withContext<T>(world: World, work: (context: Context) => Promise<T>): Promise<T> {
  const config = configOf(world)
  requireInstallation(config)
  const context = await openFor(world, config)
  try {
    return await work(context)
  } finally {
    await context.background.settled()
    await context.store.close()
  }
}

export function openFor(world: World, config: Config): Promise<Context> {
  const write = (line: string) => world.terminal.fail(line.trimEnd())
  const log = createLog({ level: 'warn', human: true, write, now: world.now })
  return openContext(config, { log, now: world.now })
}

/** A mistyped folder must not become a second, empty installation. */
export function requireInstallation({ database, secretKey, dataFolder }: Config): void {
  const mend =
    'Start the server once, or give this command the same DATA_DIR, DATABASE_URL and SECRET_KEY as the server has.'
  if (database.engine === 'sqlite' && !existsSync(database.path))
    throw new Refusal(`There is no database at ${database.path}. ${mend}`)
  const secret = join(dataFolder, 'secret.key')
  if (secretKey === undefined && !existsSync(secret)) throw new Refusal(`There is no secret key at ${secret}. ${mend}`)
}
