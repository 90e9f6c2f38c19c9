/** Imports every store with a `database.ts` that notes the statements it makes, and prints them. */

import { globSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const DATABASE = pathToFileURL(resolve('server/src/platform/store/database.ts')).href

const NOTING = `
import * as database from './database.ts?made'
export * from './database.ts?made'
const note = (statement) => {
  made.push(statement)
  return statement
}
export const statement = (sql) => note(database.statement(sql))
export const writes = (options) => (sql) => note(database.writes(options)(sql))
export const cacheable = (sql) => note(database.cacheable(sql))
`

const made: unknown[] = []
Object.assign(globalThis, { made })
registerHooks({
  load: (url, context, load) =>
    url === DATABASE ? { format: 'module', source: NOTING, shortCircuit: true } : load(url, context),
})
for (const file of globSync('server/src/**/*.{store,sql}.ts')) await import(pathToFileURL(resolve(file)).href)
process.stdout.write(JSON.stringify(made))
