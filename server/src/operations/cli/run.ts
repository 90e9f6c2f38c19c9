/** Runs a command line and returns its exit code: 0 success, 1 failure, 2 invalid usage. */

import { parseArgs } from 'node:util'
import { errorTitles } from '@countersign/contract/error/error-titles.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import { ConfigError } from '../../config-error.ts'
import { DatabaseVersionError } from '../../platform/store/migrations.ts'
import { BackupError } from '../backup/backup-file.ts'
import { type Arguments, type CliContext, type Command, CommandError, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { printCommandHelp, printHelp } from './help.ts'

export async function runCommand(args: string[], cli: CliContext): Promise<0 | 1 | 2> {
  try {
    await dispatch(args, cli)
    return 0
  } catch (error) {
    cli.terminal.fail(describeError(error))
    return error instanceof UsageError ? 2 : 1
  }
}

async function dispatch([name = 'start', ...rest]: string[], cli: CliContext): Promise<void> {
  if (name === 'help' || name === '--help' || name === '-h') return help(rest, cli)
  const command = findCommand(name === '--version' ? 'version' : name)
  const given = parseArguments(command, rest)
  if (given.values.help) return printCommandHelp(cli.terminal, command)
  const { least, most } = command.positionals ?? { least: 0, most: 0 }
  if (given.positionals.length < least) throw usageError(command, `Missing argument ${command.synopsis}.`)
  if (given.positionals.length > most) throw usageError(command, `Unexpected argument "${given.positionals[most]}".`)
  return command.run(cli, given)
}

function help([name]: string[], { terminal }: CliContext): void {
  if (name === undefined) return printHelp(terminal, commands)
  printCommandHelp(terminal, findCommand(name))
}

function findCommand(name: string): Command {
  const found = commands.find((command) => command.name === name)
  if (found) return found
  throw new UsageError(`Unknown command "${name}". See: countersign help`)
}

function parseArguments(command: Command, args: string[]): Arguments {
  try {
    const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { values: values as Arguments['values'], positionals } // no option is given more than once
  } catch (error) {
    throw usageError(command, error instanceof Error ? `${error.message.split('. ')[0]}.` : String(error))
  }
}

function usageError({ name }: Command, problem: string): UsageError {
  return new UsageError(`${problem} See: countersign help ${name}`)
}

function describeError(error: unknown): string {
  if (error instanceof AppError && error.status < 500)
    return `${error.detail ?? `${errorTitles[error.code]}.`} Nothing was changed.`
  if (error instanceof AppError)
    return `Database unavailable (${error.cause instanceof Error ? error.cause.message : error.code}). Try again, or check the server log.`
  const isExpected = [UsageError, CommandError, BackupError, ConfigError, DatabaseVersionError].some(
    (kind) => error instanceof kind,
  )
  if (error instanceof Error) return isExpected ? error.message : (error.stack ?? error.message)
  return String(error)
}
