/** Compares what statements declare about tables with their SQL: caches and open pages rely on it. */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'

type FoundStatement = { file: string; maker: string; declared: string[]; notifies: boolean; sql: string }

const CALL =
  /(?<![A-Za-z.])(?:(statement|lockingStatement|skippingLocked)|(writes|cacheable)\('([a-z_ ]+)'(, \{ notifies: true \})?\))\(\s*([`'"])((?:(?!\5)[\s\S])*)\5/g

const found = globSync('server/src/**/*.ts')
  .filter((file) => !file.includes('.test.') && (file.endsWith('.store.ts') || file.includes('platform/store/')))
  .flatMap((file) => findStatements(file, readFileSync(file, 'utf8')))

describe('a statement', () => {
  test('is found in the stores', () => {
    assert.ok(found.length > 200, `${found.length} statements`)
    assert.deepEqual([...new Set(found.map(({ maker }) => maker))].sort(), [
      'cacheable',
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
      globSync('server/src/platform/store/migrations/*.ts').flatMap((file) =>
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
      assert.deepEqual(declared, [...new Set(tables)], `${file}: ${sql}`)
    }
  })

  test('notifies open pages when it ends a session or changes more of a person than when they were seen', () => {
    const notifying = /^UPDATE session SET ended_at|^UPDATE person SET (?!last_seen_at)|^DELETE FROM person\b/
    for (const { file, notifies, sql } of found) assert.equal(notifies, notifying.test(sql), `${file}: ${sql}`)
  })
})

/** Every call that makes a statement from SQL, with the constants in it filled in. */
function findStatements(file: string, source: string): FoundStatement[] {
  const constants = new Map(
    [...source.matchAll(/const ([A-Z_]+) =\s*([`'])([^`']*)\2/g)].map(([, name, , text]) => [name, text]),
  )
  const fillConstants = (text: string): string =>
    text.replace(/\$\{([A-Z_]+)\}/g, (_, name) => fillConstants(constants.get(name) ?? ''))
  return [...source.matchAll(CALL)].map(([, plain, declaring, tables = '', notifies, , text = '']) => {
    // The only statement that is changed further before it is used.
    const skipping = plain === 'skippingLocked'
    return {
      file,
      maker: skipping ? 'writes' : (plain ?? declaring ?? ''),
      declared: skipping ? ['step_up'] : tables.split(' '),
      notifies: notifies !== undefined,
      sql: fillConstants(text).replace(/\s+/g, ' ').trim(),
    }
  })
}
