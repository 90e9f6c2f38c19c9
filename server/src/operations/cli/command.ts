/** The type of a command, and its two errors: refused and used incorrectly. */

import type { ParseArgsOptionsConfig } from 'node:util'
import type { Terminal } from './terminal.ts'

export type World = {
  environment: Record<string, string | undefined>
  root: string
  /** The working directory, for relative paths. */
  folder: string
  terminal: Terminal
  now(): number
}

export type Given = { values: Record<string, string | boolean | undefined>; words: string[] }

export type Command = {
  name: string
  /** The arguments after the name: `<address>`, `[file]`. */
  synopsis: string
  summary: string
  /** The rest of the help, one paragraph each. */
  details: string[]
  options: ParseArgsOptionsConfig
  /** The number of positional arguments. */
  words: { least: number; most: number }
  run(world: World, given: Given): Promise<void>
}

/** The reason in the audit log for an action without a person. */
export const BECAUSE = 'command line'

/** The command is valid but cannot be done. The message gives the reason and the remedy. */
export class Refusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Refusal'
  }
}

/** The command line is invalid. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
