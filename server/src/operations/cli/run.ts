/** Runs a command. Exit codes: 0 done, 1 refused or failed, 2 usage error. */

import { parseArgs } from 'node:util'
import { AppError, errors } from '@countersign/contract/errors.ts'
import { ConfigError } from '../../config.ts'
import { NewerDatabaseError } from '../../platform/store/migrations.ts'
import { BackupError } from '../backup/backup-error.ts'
import { type Command, type Given, Refusal, UsageError, type World } from './command.ts'
import { commands } from './commands.ts'
import { printCommandHelp, printHelp } from './help.ts'

export async function runCommand(typed: string[], world: World): Promise<0 | 1 | 2> {
  try {
    await obey(typed, world)
    return 0
  } catch (error) {
    world.terminal.fail(words(error))
    return error instanceof UsageError ? 2 : 1
  }
}

async function obey([name, ...rest]: string[], world: World): Promise<void> {
  if (name === undefined) {
    printHelp(world.terminal, commands)
    throw new UsageError('Say what to do: one of the commands above.')
  }
  if (name === 'help' || name === '--help' || name === '-h') return help(rest, world)
  const command = find(name === '--version' ? 'version' : name)
  const given = read(command, rest)
  if (given.values.help) return printCommandHelp(world.terminal, command)
  const { least, most } = command.words
  if (given.words.length < least) throw wrong(command, `${command.synopsis} is missing.`)
  if (given.words.length > most) throw wrong(command, `"${given.words[most]}" is one word too many.`)
  return command.run(world, given)
}

function help([name]: string[], { terminal }: World): void {
  if (name === undefined) return printHelp(terminal, commands)
  printCommandHelp(terminal, find(name))
}

function find(name: string): Command {
  const found = commands.find((command) => command.name === name)
  if (found) return found
  throw new UsageError(`There is no command "${name}". See: countersign help`)
}

function read(command: Command, typed: string[]): Given {
  try {
    const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const
    const { values, positionals } = parseArgs({ args: typed, options, allowPositionals: true })
    return { values: values as Given['values'], words: positionals } // no option is given more than once
  } catch (error) {
    throw wrong(command, error instanceof Error ? `${error.message.split('. ')[0]}.` : String(error))
  }
}

function wrong({ name }: Command, why: string): UsageError {
  return new UsageError(`${why} See: countersign help ${name}`)
}

function words(error: unknown): string {
  if (error instanceof AppError && error.status < 500)
    return `${error.detail ?? `${errors[error.code].title}.`} Nothing was done.`
  if (error instanceof AppError)
    return `The database does not answer (${error.cause instanceof Error ? error.cause.message : error.code}). Try again, or look at the server's log.`
  const known = [UsageError, Refusal, BackupError, ConfigError, NewerDatabaseError].some(
    (kind) => error instanceof kind,
  )
  if (error instanceof Error) return known ? error.message : (error.stack ?? error.message)
  return String(error)
}
