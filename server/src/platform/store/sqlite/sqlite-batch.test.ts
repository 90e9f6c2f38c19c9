import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { type Database, type Queries, statement, writes } from '../database.ts'
import { openSqlite } from './sqlite.ts'

const create = statement('CREATE TABLE color (id TEXT PRIMARY KEY)')
const insert = statement('INSERT INTO color (id) VALUES (?)')
const list = statement('SELECT id FROM color ORDER BY id')

let folder: string
let database: Database
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-batch-'))
  database = await openSqlite(join(folder, 'c.db'))
  await database.run(create)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const storedIds = async () => (await database.all(list)).map(({ id }) => id)

/** Work that inserts a row, then may fail; counts how often it ran. */
function insertRow(id: string, { error, repeatable = true }: { error?: Error; repeatable?: boolean } = {}) {
  const job = { runs: 0, outcome: Promise.resolve('') }
  const work = async (queries: Queries) => {
    job.runs++
    await queries.run(insert, id)
    if (error) throw error
    return id
  }
  job.outcome = database.transaction(work, { repeatable }).catch((thrown) => thrown.message)
  return job
}

describe('transactions that share a commit', () => {
  test('run once when all succeed', async () => {
    const jobs = ['a', 'b', 'c'].map((id) => insertRow(id))
    assert.deepEqual(await Promise.all(jobs.map(({ outcome }) => outcome)), ['a', 'b', 'c'])
    assert.deepEqual(
      jobs.map(({ runs }) => runs),
      [1, 1, 1],
    )
    assert.deepEqual(await storedIds(), ['a', 'b', 'c'])
  })

  test('run again when one fails after it has written, and only that one has no effect', async () => {
    const jobs = [insertRow('a'), insertRow('b', { error: new Error('refused') }), insertRow('c')]
    assert.deepEqual(await Promise.all(jobs.map(({ outcome }) => outcome)), ['a', 'refused', 'c'])
    assert.deepEqual(
      jobs.map(({ runs }) => runs),
      [2, 2, 1],
    )
    assert.deepEqual(await storedIds(), ['a', 'c'])
  })

  test('run once when one fails before it has written', async () => {
    const first = insertRow('a')
    const failed = database.transaction(() => Promise.reject(new Error('refused')), { repeatable: true })
    const last = insertRow('b')
    await assert.rejects(failed, { message: 'refused' })
    await Promise.all([first.outcome, last.outcome])
    assert.deepEqual([first.runs, last.runs], [1, 1])
    assert.deepEqual(await storedIds(), ['a', 'b'])
  })

  test('undo a write when the only one fails', async () => {
    const job = insertRow('a', { error: new Error('refused') })
    assert.equal(await job.outcome, 'refused')
    assert.equal(job.runs, 1)
    assert.deepEqual(await storedIds(), [])
  })

  test('never run work again that is not repeatable', async () => {
    const once = { repeatable: false }
    const jobs = [
      insertRow('a', once),
      insertRow('b', { ...once, error: new Error('refused') }),
      insertRow('c', once),
      insertRow('d', { error: new Error('refused') }),
      insertRow('e'),
      insertRow('f', once),
    ]
    const outcomes = await Promise.all(jobs.map(({ outcome }) => outcome))
    assert.deepEqual(outcomes, ['a', 'refused', 'c', 'refused', 'e', 'f'])
    assert.deepEqual(
      jobs.map(({ runs }) => runs),
      [1, 1, 1, 2, 1, 1],
    )
    assert.deepEqual(await storedIds(), ['a', 'c', 'e', 'f'])
  })

  test('are each right when statements of their own fail', async () => {
    const jobs = [insertRow('a'), insertRow('a'), insertRow('b')]
    const single = database.run(insert, 'b').catch(({ message }) => message)
    const outcomes = await Promise.all([...jobs.map(({ outcome }) => outcome), single])
    assert.equal(outcomes[0], 'a')
    assert.match(String(outcomes[1]), /UNIQUE/)
    assert.equal(outcomes[2], 'b')
    assert.match(String(outcomes[3]), /UNIQUE/)
    assert.deepEqual(await storedIds(), ['a', 'b'])
  })
})

describe('commits of SQLite', () => {
  const notifying = writes({ notifies: true })('INSERT INTO color (id) VALUES (?)')
  const update = writes({ notifies: true })('UPDATE color SET id = ? WHERE id = ?')

  function watch() {
    const seen: unknown[][] = []
    database.watch(() => void storedIds().then((ids) => seen.push(ids)))
    return seen
  }
  const settled = async (database: Database) => void (await database.all(list))

  test('are reported once, after they are durable, if a statement that notifies changed a row', async () => {
    const seen = watch()
    await Promise.all(['a', 'b', 'c'].map((id) => database.transaction((queries) => queries.run(notifying, id))))
    await settled(database)
    assert.deepEqual(seen, [['a', 'b', 'c']])
    await database.run(notifying, 'd')
    await settled(database)
    assert.equal(seen.length, 2)
  })

  test('are not reported for other statements, rows that stayed as they were, and rollbacks', async () => {
    const seen = watch()
    await insertRow('a').outcome
    await database.run(update, 'x', 'unknown')
    const failing = (queries: Queries) =>
      queries.run(notifying, 'b').then(() => {
        throw new Error('refused')
      })
    for (const repeatable of [true, false])
      await assert.rejects(database.transaction(failing, { repeatable }), /refused/)
    await settled(database)
    assert.deepEqual(seen, [])
    assert.deepEqual(await storedIds(), ['a'])
  })

  test('belong to one scope, which ends with a rollback', async () => {
    const scopes: (object | undefined)[] = []
    const note = (repeatable: boolean, fails = false) =>
      database
        .transaction(
          async (queries) => {
            scopes.push(queries.scope)
            if (fails) throw new Error('refused')
          },
          { repeatable },
        )
        .catch(() => undefined)
    await Promise.all([note(true), note(true)])
    await note(true)
    const [first, second, later] = scopes.splice(0)
    assert.ok(first)
    assert.equal(second, first)
    assert.notEqual(later, first)
    await Promise.all([note(false, true), note(false)])
    assert.notEqual(scopes[1], scopes[0])
  })
})
