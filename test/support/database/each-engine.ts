/** For tests whose result may differ between engines. A file that imports this needs PostgreSQL, except in mutation runs. */

import { describe, test } from 'node:test'
import { type Engine, postgresEngine, sqliteEngine } from './engines.ts'
import './postgres.ts'

type TestOnce = (name: string, run: () => Promise<void> | void) => void

/**
 * `testOnce` is for those among them that the engine makes no difference to, such as tables of invalid input: on SQLite,
 * and on PostgreSQL too in `npm test -- --all-engines`.
 */
export function forEachEngine(title: string, define: (engine: Engine, testOnce: TestOnce) => void): void {
  const testOnce: TestOnce = (name, run) => void test(name, run)
  const skip: TestOnce = () => undefined
  describe(`${title} (sqlite)`, () => define(sqliteEngine(), testOnce))
  if (process.env.TEST_ENGINES === 'sqlite') return
  const all = process.env.TEST_ENGINES === 'all'
  describe(`${title} (postgres)`, () => define(postgresEngine(), all ? testOnce : skip))
}
