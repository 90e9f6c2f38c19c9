import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { KEPT_MAX_BYTES, keptBytes } from '../../../../test/support/kept-bytes.ts'
import { cacheable, type Database, statement, writes } from './database.ts'
import { text } from './row.ts'
import { createRowCache } from './row-cache.ts'
import { openSqlite } from './sqlite/sqlite.ts'

const NEVER_MS = 3_600_000
const find = cacheable(`
  SELECT c.name, s.note FROM color c JOIN shade s ON s.color = c.id WHERE c.id = ?`)
const paint = statement('UPDATE color SET name = ? WHERE id = ?')
const describeShade = statement('UPDATE shade SET note = ? WHERE color = ?')
const addOther = statement('INSERT INTO other (id) VALUES (?)')
const removeAll = statement('WITH old AS (SELECT id FROM other) DELETE FROM other WHERE id IN (SELECT id FROM old)')

describe('the row cache', () => {
  test('does not keep the header that a name is a part of', async () => {
    const cache = createRowCache({ one: () => ({ name: 'red' }) }, () => 1)
    const lookUp = (name: string) =>
      cache.lookUp({ statement: find, name, key: () => 'a', read: (row) => text(row, 'name') })
    const kept = await keptBytes(lookUp)
    assert.ok(kept < KEPT_MAX_BYTES, `${kept} bytes`)
  })
})

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

  test('is read again after a write to one of its tables', async () => {
    await lookUp()
    await store.run(paint, 'blue', 'a')
    assert.deepEqual([await lookUp(), reads], ['dark blue', 2])
    await store.transaction(async (queries) => {
      await queries.run(addOther, 'x')
      await queries.run(describeShade, 'light', 'a')
    })
    assert.deepEqual([await lookUp(), reads], ['light blue', 3])
  })

  test('is read again after a write whose table is not known', async () => {
    await store.run(addOther, 'x')
    await lookUp()
    await store.run(removeAll)
    await lookUp()
    assert.equal(reads, 2)
  })

  describe('of a statement that names its rows', () => {
    const paintOne = writes({ rowAt: 1 })('UPDATE color SET name = ? WHERE id = ?')
    const describeOne = writes({ rowAt: 1 })('UPDATE shade SET note = ? WHERE color = ?')
    const lookUpById = (id: string, name = id) =>
      store.lookUp({
        statement: find,
        name,
        key: () => [id],
        read(row) {
          reads++
          return { id, name: text(row, 'name') }
        },
        rowId: (value) => value.id,
      })
    beforeEach(async () => {
      await store.run(statement("INSERT INTO color VALUES ('b', 'blue')"))
      await store.run(statement("INSERT INTO shade VALUES ('b', 'light')"))
      await lookUpById('a')
      await lookUpById('b')
      reads = 0
    })

    test('stays cached while another row of its first table changes', async () => {
      await store.run(paintOne, 'green', 'a')
      assert.deepEqual([await lookUpById('b'), reads], [{ id: 'b', name: 'blue' }, 0])
      assert.deepEqual([await lookUpById('a'), reads], [{ id: 'a', name: 'green' }, 1])
    })

    test('is read again under each of its names', async () => {
      await lookUpById('a', 'other name')
      await store.run(paintOne, 'green', 'a')
      for (const name of ['a', 'other name']) assert.equal((await lookUpById('a', name))?.name, 'green')
      assert.equal(reads, 3)
    })

    test('is read again after a change of a joined row, or of rows without their ids', async () => {
      for (const [write, reread] of [
        [describeOne, 2],
        [paint, 2],
      ] as const) {
        reads = 0
        await store.run(write, 'dark', 'a')
        await lookUpById('a')
        await lookUpById('b')
        assert.equal(reads, reread)
      }
    })

    test('that was cached without its id is read again after any change', async () => {
      await store.run(paint, 'red', 'a')
      await lookUp()
      reads = 0
      await store.run(paintOne, 'green', 'b')
      await lookUp()
      assert.equal(reads, 1)
    })
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
