/** Commands, and the two ways in which they fail. */

import type { ParseArgsOptionsConfig } from 'node:util'
import type { Terminal } from './terminal.ts'

export type World = {
  environment: Record<string, string | undefined>
  root: string
  /** Relative file names start here. */
  folder: string
  terminal: Terminal
  now(): number
}

export type Given = { values: Record<string, string | boolean | undefined>; words: string[] }

export type Command = {
  name: string
  /** The arguments: `<address>`, `[file]`. */
  synopsis: string
  summary: string
  /** Paragraphs of the help page. */
  details: string[]
  options: ParseArgsOptionsConfig
  /** The number of arguments. */
  words: { least: number; most: number }
  run(world: World, given: Given): Promise<void>
}

/** The reason in audit events without an actor. */
export const BECAUSE = 'command line'

/** The command is valid but was not carried out. Says why, and what to do. */
export class Refusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Refusal'
  }
}

export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
