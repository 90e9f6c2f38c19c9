/** What a command is, and the two ways in which it can say no. */

import type { ParseArgsOptionsConfig } from 'node:util'
import type { Terminal } from './terminal.ts'

export type World = {
  environment: Record<string, string | undefined>
  /** The checkout. */
  root: string
  /** Where the operator is: files are named from here. */
  folder: string
  terminal: Terminal
  now(): number
}

export type Given = { values: Record<string, string | boolean | undefined>; words: string[] }

export type Command = {
  name: string
  /** What follows the name: `<address>`, `[file]`. */
  synopsis: string
  /** One line in the list of commands. */
  summary: string
  /** Everything else there is to know, a paragraph each. */
  details: string[]
  options: ParseArgsOptionsConfig
  /** How many words follow the name. */
  words: { least: number; most: number }
  run(world: World, given: Given): Promise<void>
}

/** Why something happened that no person did, for the activity log. */
export const BECAUSE = 'command line'

/** It was asked for correctly and is not done. Says why, and what to do. */
export class Refusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Refusal'
  }
}

/** It was not asked for correctly. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
