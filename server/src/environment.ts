/** Reads variables and the files that stand in for secrets, and finds misspelled names. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import { explainFileProblem } from './platform/file-problem.ts'
import { type Variable, variables } from './variables.ts'

export type Environment = Record<string, string | undefined>

type Variables = typeof variables
type Name = Exclude<keyof Variables, 'RPC_<chain id>'>

const table: Record<string, Variable> = variables
const FILE = '_FILE'
/** Digits only: other programs use variables that start with RPC_. */
const NETWORK = /^RPC_\d+$/

export type ReadVariable = <N extends Name>(
  name: N,
) => Variables[N] extends { default: string } ? string : string | undefined

/** Files of secrets are relative to the folder. An empty variable is not set. */
export function openEnvironment(environment: Environment, folder: string) {
  const readOwn = (name: string) => environment[name]?.trim() || undefined
  const readSecret = (name: string) => {
    const value = readOwn(name)
    const path = readOwn(`${name}${FILE}`)
    if (path === undefined) return value
    if (value !== undefined) throw new ConfigError(`${name}${FILE}`, `${name} is set as well. Unset one of them.`)
    return readSecretFile(`${name}${FILE}`, resolve(folder, path))
  }
  const read = (name: string) => (table[name]?.secret ? readSecret(name) : readOwn(name)) ?? table[name]?.default
  return {
    read: read as ReadVariable, // a default makes the value a string
    /** The variables of networks that are set, with their values. */
    readNetworks(): [name: string, value: string][] {
      const names = Object.keys(environment).map((name) => (name.endsWith(FILE) ? name.slice(0, -FILE.length) : name))
      return [...new Set(names)]
        .filter((name) => NETWORK.test(name))
        .flatMap((name) => {
          const value = readSecret(name)
          return value === undefined ? [] : [[name, value]]
        })
    },
  }
}

function readSecretFile(variable: string, path: string): string {
  const value = explainFileProblem({ variable, path }, () => readFileSync(path, 'utf8').trim())
  // Otherwise a key that was not delivered yet would be replaced by a generated one.
  if (value === '') throw new ConfigError(variable, `${path} is empty.`)
  return value
}

/** Shorter names are too close to those of other programs. */
const CHECKED = Object.entries(table)
  .filter(([name]) => name.length >= 8 && !name.startsWith('RPC_'))
  .flatMap(([name, { secret }]) => (secret ? [name, `${name}${FILE}`] : [name]))

/** Variables that are not read, and the one that was probably meant. */
export function findMisspelled(environment: Environment): { name: string; meant: string }[] {
  return Object.keys(environment).flatMap((name) => {
    if (!environment[name]?.trim()) return []
    const meant = isRead(name) ? undefined : nearestName(name)
    return meant === undefined ? [] : [{ name, meant }]
  })
}

function isRead(name: string): boolean {
  const plain = name.endsWith(FILE) ? name.slice(0, -FILE.length) : name
  if (NETWORK.test(plain)) return true
  return name === plain ? name in table : table[plain]?.secret === true
}

function nearestName(name: string): string | undefined {
  const upper = name.toUpperCase().replace(/^COUNTERSIGN_/, '')
  const withoutFile = upper.endsWith(FILE) ? upper.slice(0, -FILE.length) : upper
  if (CHECKED.includes(withoutFile)) return CHECKED.includes(upper) ? upper : withoutFile
  const distances = CHECKED.map((known) => ({ known, edits: countEdits(singular(upper), singular(known)) }))
  const near = distances.filter(({ known, edits }) => edits <= Math.floor(known.length / 6))
  return near.toSorted((one, other) => one.edits - other.edits)[0]?.known
}

function singular(name: string): string {
  return name.replace(/IES$/, 'Y').replace(/S$/, '')
}

/** Letters inserted, removed, replaced, or exchanged with their neighbor. */
function countEdits(one: string, other: string): number {
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (before[column - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = above
    above = current
  }
  return above[other.length] ?? 0
}
