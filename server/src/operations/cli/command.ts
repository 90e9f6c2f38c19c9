import type { ParseArgsOptionsConfig } from 'node:util'
import type { Terminal } from './terminal.ts'

export type CliContext = {
  environment: Record<string, string | undefined>
  /** Where relative paths of the configuration start. */
  configFolder: string
  /** The working directory, for relative paths of the command line. */
  folder: string
  terminal: Terminal
  now(): number
}

export type Arguments = { values: Record<string, string | boolean | undefined>; positionals: string[] }

export type Command = {
  name: string
  /** The arguments after the name: `<address>`, `[file]`. */
  synopsis?: string
  summary: string
  /** The rest of the help, one paragraph each. */
  details: string[]
  options?: ParseArgsOptionsConfig
  /** The number of positional arguments; none by default. */
  positionals?: { least: number; most: number }
  run(cli: CliContext, given: Arguments): Promise<void>
}

/** The reason in the audit log, since there is no actor. */
export const AUDIT_REASON = 'command line'

/** The command is valid but fails; the message says why and how to fix it. */
export class CommandError extends Error {
  override name = 'CommandError'
}

export class UsageError extends Error {
  override name = 'UsageError'
}
