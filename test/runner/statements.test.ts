/** Compares what statements declare about tables with their SQL: caches and open pages rely on it. */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'

type Found = {
  file: string
  maker: string
  declared: string[]
  notifies: boolean
  uncached: boolean
  rowAt: number | undefined
  sql: string
}

const CALL =
  /(?<![A-Za-z.])(?:(statement|lockingStatement|keepingStatement|skippingLocked)|(writes|cacheable)\('([a-z_ ]+)'(?:, (\{ notifies: true \}|\{ uncached: true \}|\{ rowAt: \d \}))?\))\(\s*([`'"])((?:(?!\5)[\s\S])*)\5/g

const found = globSync('server/src/**/*.ts')
  .filter((file) => !file.includes('.test.') && (file.endsWith('.store.ts') || file.includes('platform/store/')))
  .flatMap((file) => findStatements(file, readFileSync(file, 'utf8')))

describe('a statement', () => {
  test('is found in the stores', () => {
    assert.ok(found.length > 200, `${found.length} statements`)
    assert.deepEqual([...new Set(found.map(({ maker }) => maker))].sort(), [
      'cacheable',
      'keepingStatement',
      'lockingStatement',
      'statement',
      'writes',
    ])
  })

  test('declares the table it inserts into or updates', () => {
    for (const { file, maker, declared, sql } of found) {
      const table = /^(?:INSERT INTO|UPDATE) ([a-z_]+)/.exec(sql)?.[1]
      if (table !== undefined && !file.endsWith('migrations.ts'))
        assert.deepEqual([maker, declared], ['writes', [table]], `${file}: ${sql}`)
    }
  })

  test('declares a deletion only where the table has no rows of others that go with its own', () => {
    const referenced = new Set(
      globSync('server/src/platform/store/migrations/**/*.ts').flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/REFERENCES ([a-z_]+)[^,]*? ON DELETE/g)].map(([, table]) => table),
      ),
    )
    assert.ok(referenced.size > 0)
    for (const { file, maker, declared, sql } of found) {
      const table = /^DELETE FROM ([a-z_]+)/.exec(sql)?.[1]
      if (table === undefined || maker !== 'writes') continue
      assert.deepEqual(declared, [table], `${file}: ${sql}`)
      assert.ok(!referenced.has(table), `${file}: ${sql}`)
    }
  })

  test('that returns rows of a write declares its table, since reads are not taken for writes', () => {
    for (const { file, maker, sql } of found)
      if (/\bRETURNING\b/.test(sql)) assert.equal(maker, 'writes', `${file}: ${sql}`)
  })

  test('that is cacheable declares every table it reads', () => {
    for (const { file, maker, declared, sql } of found) {
      if (maker !== 'cacheable') continue
      const tables = [...sql.matchAll(/\b(?:FROM|JOIN) ([a-z_]+)/g)].map(([, table = '']) => table)
      assert.deepEqual(declared.toSorted(), [...new Set(tables)].toSorted(), `${file}: ${sql}`)
    }
  })

  test('that leaves cached rows valid adds a row, or changes columns that no cached row has', () => {
    const uncached = found.filter((each) => each.uncached)
    assert.ok(uncached.length > 0)
    for (const { file, declared, sql } of uncached) {
      const [, changed] = /^UPDATE [a-z_]+ SET (.*?)(?: WHERE |$)/.exec(sql) ?? []
      const columns = [...(changed ?? '').matchAll(/(?:^|, )([a-z_]+) =/g)].map(([, column = '']) => column)
      const readers = found.filter((each) => each.maker === 'cacheable' && each.declared.includes(declared[0] ?? ''))
      if (readers.length === 0) continue
      for (const reader of readers) {
        // With a `JOIN` on ids or a search by key, a new row is no part of another row's result.
        assert.doesNotMatch(reader.sql, /count\(|max\(|min\(|group_concat|string_agg|json_|EXISTS/i, reader.sql)
        for (const column of columns) {
          const own = declared[0]?.charAt(0)
          assert.doesNotMatch(reader.sql, new RegExp(`\\b${own}\\.${column}\\b`), `${file}: ${sql}`)
        }
      }
      if (columns.length === 0) assert.match(sql, /^INSERT INTO [a-z_]+ \(id, (?!.*ON CONFLICT)/, `${file}: ${sql}`)
    }
  })

  test('that changes one row names the value that is its id', () => {
    const single = found.filter(({ rowAt }) => rowAt !== undefined)
    assert.ok(single.length > 0)
    for (const { file, declared, rowAt, sql } of single) {
      // Verdicts are cached with the memberships of their person.
      const column = declared[0] === 'rule_verdict' ? 'person_id' : 'id'
      const [, columns] = /^INSERT INTO [a-z_]+ \(([a-z_, ]+)\) VALUES \([?, ]+\)/.exec(sql) ?? []
      const [before = '', after] = sql.split(new RegExp(`(?: WHERE| AND) ${column} = \\?`))
      const at = columns === undefined ? before.split('?').length - 1 : columns.split(', ').indexOf(column)
      assert.equal(at, rowAt, `${file}: ${sql}`)
      if (columns === undefined) assert.doesNotMatch(after ?? ' OR ', /\bOR\b/, `${file}: ${sql}`)
    }
  })

  test('notifies open pages when it ends a session or changes more of a person than when they were seen', () => {
    const notifying = /^UPDATE session SET ended_at|^UPDATE person SET (?!last_seen_at)|^DELETE FROM person\b/
    for (const { file, notifies, sql } of found) assert.equal(notifies, notifying.test(sql), `${file}: ${sql}`)
  })
})

/** Every call that makes a statement from SQL, with the constants in it filled in. */
function findStatements(file: string, source: string): Found[] {
  const constants = new Map(
    [...source.matchAll(/const ([A-Z_]+) =\s*([`'])([^`']*)\2/g)].map(([, name, , text]) => [name, text]),
  )
  const fill = (text: string): string => text.replace(/\$\{([A-Z_]+)\}/g, (_, name) => fill(constants.get(name) ?? ''))
  return [...source.matchAll(CALL)].map(([, plain, declaring, tables = '', options = '', , text = '']) => {
    // The only statement that is changed further before it is used.
    const skipping = plain === 'skippingLocked'
    return {
      file,
      maker: skipping ? 'writes' : (plain ?? declaring ?? ''),
      declared: skipping ? ['step_up'] : tables.split(' '),
      notifies: options.includes('notifies'),
      uncached: options.includes('uncached'),
      rowAt: options.includes('rowAt') ? Number(/\d/.exec(options)?.[0]) : undefined,
      sql: fill(text).replace(/\s+/g, ' ').trim(),
    }
  })
}
