/** Compares the options of statements with their SQL: caches and open pages rely on them. Tables are read from the SQL. */

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, test } from 'node:test'
import type { CacheableStatement, Statement } from '../../server/src/platform/store/database.ts'

const found = listStatements()
const readers = found.filter((each): each is CacheableStatement => 'reads' in each)
const withOption = (option: keyof Statement) => found.filter((each) => each[option] !== undefined)
const tableOf = ({ changes }: Statement) => changes ?? ''

describe('a statement', () => {
  test('is found in every store', () => {
    assert.ok(found.length > 300, `${found.length} statements`)
    assert.ok(readers.length > 15, `${readers.length} cacheable statements`)
    for (const option of ['uncached', 'rowAt', 'notifies'] as const) assert.ok(withOption(option).length > 0, option)
  })

  test('that is cacheable names its tables after FROM and JOIN', () => {
    for (const { sqlite: sql, reads } of readers) {
      assert.ok(reads.length > 0, sql)
      assert.doesNotMatch(sql, /\bFROM [a-z_]+(?: [a-z]+)?,/, sql)
    }
  })

  test('that leaves cached rows valid adds a row to what is found by a unique key, or changes columns nobody reads', () => {
    for (const each of withOption('uncached')) {
      const { sqlite: sql } = each
      const affected = readers.filter(({ reads }) => reads.includes(tableOf(each)))
      assert.ok(affected.length > 0, `needs no option: ${sql}`)
      for (const reader of affected) {
        if (/^INSERT INTO [a-z_]+ \(id, (?!.*ON CONFLICT)/.test(sql)) assert.match(reader.sqlite, FINDS_ONE_ROW)
        else
          for (const column of changedColumns(sql)) assert.ok(!readsColumn(reader.sqlite, tableOf(each), column), sql)
      }
    }
  })

  test('that changes one row names the value that is its id', () => {
    for (const each of withOption('rowAt')) {
      const { sqlite: sql, rowAt } = each
      const column = tableOf(each) === 'rule_verdict' ? 'person_id' : 'id'
      const [, columns] = /^INSERT INTO [a-z_]+ \(([a-z_, ]+)\) VALUES \([?, ]+\)/.exec(sql) ?? []
      const [before = '', after] = sql.split(new RegExp(`(?: WHERE| AND) ${column} = \\?`))
      const at = columns === undefined ? before.split('?').length - 1 : columns.split(', ').indexOf(column)
      assert.equal(rowAt, at, sql)
      if (columns === undefined) assert.doesNotMatch(after ?? ' OR ', /\bOR\b/, sql)
    }
  })

  test('notifies open pages when it ends a session, moves a request of a phone or changes more of a person than when they were seen', () => {
    const notifying =
      /^UPDATE session SET ended_at|^UPDATE person SET (?!last_seen_at)|^DELETE FROM person\b|^UPDATE phone_request\b/
    for (const { sqlite, notifies } of found) assert.equal(notifies === true, notifying.test(sqlite), sqlite)
  })
})

/** By a unique column, with other rows by their ids: a row that is added belongs to no other row's result. */
const FINDS_ONE_ROW =
  /^SELECT [\w., ]+ FROM \w+ (\w+)(?: (?:LEFT )?JOIN \w+ (\w+) ON \2\.id = \w+\.\w+)* WHERE \1\.(?:id|token_hash) = \?$/

function changedColumns(sql: string): string[] {
  const [, assignments = ''] =
    /^UPDATE [a-z_]+ SET ((?:[a-z_]+ = (?:\?|[a-z_]+|\d+|CASE [^,]+ END)(?:, )?)+) WHERE /.exec(sql) ?? []
  const columns = [...assignments.matchAll(/([a-z_]+) = /g)].map(([, column = '']) => column)
  assert.ok(columns.length > 0, sql)
  return columns
}

function readsColumn(sql: string, table: string, column: string): boolean {
  const aliases = [...sql.matchAll(new RegExp(`\\b(?:FROM|JOIN) ${table}(?: (?!ON|WHERE|JOIN)(\\w+))?`, 'g'))]
  return aliases.some(([, alias]) => new RegExp(`${alias ? `\\b${alias}\\.` : '\\b'}${column}\\b`).test(sql))
}

/** In a process of its own, because other tests of this one have loaded `database.ts` already. */
function listStatements(): Statement[] {
  const list = execFileSync(process.execPath, ['test/runner/list-statements.ts'], { maxBuffer: 10_000_000 })
  return JSON.parse(list.toString())
}
