/** Compares the options of statements with their SQL: caches and open pages rely on them. Tables are read from the SQL. */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { cacheable, statement } from '../../server/src/platform/store/database.ts'

type Found = { file: string; maker: string; options: string; sql: string }

const CALL =
  /(?<![A-Za-z.])(statement|lockingStatement|keepingStatement|skippingLocked|writes|cacheable)(?:\((\{[^{}]+\})\))?\(\s*([`'"])((?:(?!\3)[\s\S])*)\3/g

const sources = globSync('server/src/**/*.ts')
  .filter((file) => !file.includes('.test.') && !file.endsWith('platform/store/database.ts'))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
const found = sources.flatMap(({ file, source }) => findStatements(file, source))
const readers = found.filter(({ maker }) => maker === 'cacheable').map((each) => ({ ...each, ...cacheable(each.sql) }))
const withOption = (option: string) => found.filter(({ options }) => options.includes(option))
const tableOf = ({ sql }: Found) => statement(sql).changes ?? ''

describe('a statement', () => {
  test('is found wherever it has an option or is cacheable', () => {
    assert.ok(found.length > 300, `${found.length} statements`)
    for (const { file, source } of sources) {
      const calls = [...source.matchAll(/(?<![A-Za-z.])(?:writes|cacheable)\(/g)]
      const known = found.filter((each) => each.file === file && /writes|cacheable/.test(each.maker))
      assert.equal(known.length, calls.length, file)
      const hidden = source.replace(CALL, '')
      assert.doesNotMatch(hidden, /\buncached: true|\browAt: \d/, file)
    }
    for (const option of ['uncached', 'rowAt', 'notifies']) assert.ok(withOption(option).length > 0, option)
  })

  test('that is cacheable names its tables after FROM and JOIN', () => {
    for (const { sql, reads } of readers) {
      assert.ok(reads.length > 0, sql)
      assert.doesNotMatch(sql, /\bFROM [a-z_]+(?: [a-z]+)?,/, sql)
    }
  })

  test('that leaves cached rows valid adds a row to what is found by a unique key, or changes columns nobody reads', () => {
    for (const each of withOption('uncached')) {
      const { sql } = each
      const affected = readers.filter(({ reads }) => reads.includes(tableOf(each)))
      assert.ok(affected.length > 0, `needs no option: ${sql}`)
      for (const reader of affected) {
        assert.doesNotMatch(reader.sql, /\$\{/, 'its columns are known')
        if (/^INSERT INTO [a-z_]+ \(id, (?!.*ON CONFLICT)/.test(sql)) assert.match(reader.sql, FINDS_ONE_ROW)
        else for (const column of changedColumns(sql)) assert.ok(!readsColumn(reader.sql, tableOf(each), column), sql)
      }
    }
  })

  test('that changes one row names the value that is its id', () => {
    for (const each of withOption('rowAt')) {
      const { sql, options } = each
      const column = tableOf(each) === 'rule_verdict' ? 'person_id' : 'id'
      const [, columns] = /^INSERT INTO [a-z_]+ \(([a-z_, ]+)\) VALUES \([?, ]+\)/.exec(sql) ?? []
      const [before = '', after] = sql.split(new RegExp(`(?: WHERE| AND) ${column} = \\?`))
      const at = columns === undefined ? before.split('?').length - 1 : columns.split(', ').indexOf(column)
      assert.equal(options, `{ rowAt: ${at} }`, sql)
      if (columns === undefined) assert.doesNotMatch(after ?? ' OR ', /\bOR\b/, sql)
    }
  })

  test('notifies open pages when it ends a session or changes more of a person than when they were seen', () => {
    const notifying = /^UPDATE session SET ended_at|^UPDATE person SET (?!last_seen_at)|^DELETE FROM person\b/
    for (const { sql, options } of found) assert.equal(options.includes('notifies'), notifying.test(sql), sql)
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

/** Every call that makes a statement from SQL, with the constants in it filled in. */
function findStatements(file: string, source: string): Found[] {
  const constants = new Map(
    [...source.matchAll(/const ([A-Z_]+) =\s*([`'])([^`']*)\2/g)].map(([, name, , text]) => [name, text]),
  )
  const fill = (text: string): string =>
    text.replace(/\$\{([A-Z_]+)\}/g, (hole, name) => (constants.has(name) ? fill(constants.get(name) ?? '') : hole))
  return [...source.matchAll(CALL)].map(([, maker = '', options = '', , text = '']) => {
    const sql = fill(text).replace(/\s+/g, ' ').trim()
    return { file, maker, options, sql }
  })
}
