import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { openStatements, prepare, STATEMENTS_MAX } from './sqlite-file.ts'

function open() {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE item (id TEXT PRIMARY KEY, size INTEGER, data BLOB) STRICT')
  const run = (sql: string, ...values: (string | number | Uint8Array | null)[]) => prepare(database, sql).run(values)
  return { database, run }
}

describe('prepared statements of SQLite', () => {
  test('are prepared once, and bounded', () => {
    const find = openStatements(open().database)
    const select = (limit: number) => find(`SELECT id FROM item LIMIT ${limit}`)
    const first = select(0)
    for (let limit = 0; limit < STATEMENTS_MAX; limit++) select(limit)
    assert.equal(select(0), first)
    select(STATEMENTS_MAX)
    assert.notEqual(select(0), first)
    assert.deepEqual(first.statement.all(), [], 'still usable where it is in use')
  })
})

describe('statements of SQLite', () => {
  test('return rows by the names of their columns', () => {
    const { database, run } = open()
    run('INSERT INTO item (id, size, data) VALUES (?, ?, ?)', 'a', 1, new Uint8Array([1, 2]))
    run('INSERT INTO item (id, size) VALUES (?, ?)', 'b', null)
    const { statement, toRow } = prepare(database, 'SELECT id, size AS bytes, data FROM item ORDER BY id')
    assert.deepEqual(statement.all().map(toRow), [
      { id: 'a', bytes: 1, data: new Uint8Array([1, 2]) },
      { id: 'b', bytes: null, data: null },
    ])
  })

  test('count the rows that they changed', () => {
    const { run } = open()
    assert.equal(run('INSERT INTO item (id, size) VALUES (?, ?)', 'a', 1), 1)
    assert.equal(run('INSERT INTO item (id, size) VALUES (?, ?) ON CONFLICT (id) DO NOTHING', 'a', 2), 0)
    assert.equal(run(`INSERT INTO item (id, size) VALUES ('b', 1), ('c', 1)`), 2)
    assert.equal(run('INSERT INTO item (id, size) SELECT id || ?, 2 FROM item', 'x'), 3)
    assert.equal(run('UPDATE item SET size = ? WHERE size = ?', 3, 1), 3)
    assert.equal(run('UPDATE item SET size = ? WHERE id = ?', 3, 'unknown'), 0)
    assert.equal(run('DELETE FROM item'), 6)
  })

  test('fail when a row cannot be added', () => {
    const { run } = open()
    run('INSERT INTO item (id) VALUES (?)', 'a')
    assert.throws(() => run('INSERT INTO item (id) VALUES (?)', 'a'), /UNIQUE constraint failed/)
    assert.throws(() => run('INSERT INTO item (id, size) VALUES (?, ?)', 'b', 'text'), /cannot store TEXT/)
  })
})
