import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { cacheable, type Database, statement, writes } from './database.ts'
import { text } from './row.ts'
import { openSqlite } from './sqlite.ts'

const NEVER_MS = 3_600_000
const find = cacheable('color shade')(`
  SELECT c.name, s.note FROM color c JOIN shade s ON s.color = c.id WHERE c.id = ?`)
const paint = writes('color')('UPDATE color SET name = ? WHERE id = ?')
const describeShade = writes('shade')('UPDATE shade SET note = ? WHERE color = ?')
const addOther = writes('other')('INSERT INTO other (id) VALUES (?)')
const remove = statement('DELETE FROM other WHERE id = ?')

describe('a cached row', () => {
  let folder: string
  let store: Database
  let reads: number
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'row-cache-'))
    store = await openSqlite(join(folder, 'test.db'), 1000, NEVER_MS)
    for (const sql of [
      'CREATE TABLE color (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT',
      'CREATE TABLE shade (color TEXT NOT NULL, note TEXT NOT NULL) STRICT',
      'CREATE TABLE other (id TEXT PRIMARY KEY) STRICT',
      `INSERT INTO color VALUES ('a', 'red')`,
      `INSERT INTO shade VALUES ('a', 'dark')`,
    ])
      await store.run(statement(sql))
    reads = 0
  })
  afterEach(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })

  const lookUp = (from = store) =>
    from.lookUp({
      statement: find,
      name: 'a',
      key: () => ['a'],
      read(row) {
        reads++
        return `${text(row, 'note')} ${text(row, 'name')}`
      },
    })

  test('stays cached while only other tables change, or no row does', async () => {
    await lookUp()
    await store.run(addOther, 'x')
    await store.run(paint, 'blue', 'nobody')
    assert.deepEqual([await lookUp(), reads], ['dark red', 1])
  })

  test('is read again after a declared write to one of its tables', async () => {
    await lookUp()
    await store.run(paint, 'blue', 'a')
    assert.deepEqual([await lookUp(), reads], ['dark blue', 2])
    await store.transaction(async (queries) => {
      await queries.run(addOther, 'x')
      await queries.run(describeShade, 'light', 'a')
    })
    assert.deepEqual([await lookUp(), reads], ['light blue', 3])
  })

  test('is read again after a write that declares no table', async () => {
    await store.run(addOther, 'x')
    await lookUp()
    await store.run(remove, 'x')
    await lookUp()
    assert.equal(reads, 2)
  })

  test('is read again after a commit of another process, not after one of its own to other tables', async () => {
    const [here, there] = [await openSqlite(join(folder, 'test.db'), 1000, 0), store]
    assert.equal(await lookUp(here), 'dark red')
    await here.run(addOther, 'x')
    assert.deepEqual([await lookUp(here), reads], ['dark red', 1])
    await there.run(paint, 'blue', 'a')
    assert.deepEqual([await lookUp(here), reads], ['dark blue', 2])
    await here.run(addOther, 'y')
    await there.run(paint, 'green', 'a')
    await here.run(addOther, 'z')
    assert.deepEqual([await lookUp(here), reads], ['dark green', 3])
    await here.close()
  })
})
