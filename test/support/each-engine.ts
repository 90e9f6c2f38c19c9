/** For tests of what can differ between the engines. A file that imports this needs PostgreSQL, except in mutation runs. */

import { describe } from 'node:test'
import { type Engine, postgresEngine, sqliteEngine } from './engines.ts'
import './postgres.ts'

export function forEachEngine(title: string, define: (engine: Engine) => void): void {
  describe(`${title} (sqlite)`, () => define(sqliteEngine()))
  if (process.env.TEST_ENGINES !== 'sqlite') describe(`${title} (postgres)`, () => define(postgresEngine()))
}
