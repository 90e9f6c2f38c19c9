import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import { type Database, type Queries, statement, writes } from './database.ts'
import { watchCommits } from './watch-commits.ts'

const wanted = writes({ notifies: true })('UPDATE session SET ended_at = ?')
const other = statement('INSERT INTO activity (id) VALUES (?)')

function open(rows: number) {
  const committed = mock.fn()
  const queries: Queries = { one: async () => undefined, all: async () => [], run: async () => rows }
  const transaction: Database['transaction'] = (work) => work(queries)
  const database = { engine: 'sqlite', ...queries, transaction } as unknown as Database // what is not watched is not used
  const watched = watchCommits(database, committed)
  return { watched, count: () => committed.mock.callCount() }
}

describe('watchCommits', () => {
  test('calls back once after a commit in which a statement that notifies changed a row', async () => {
    const { watched, count } = open(1)
    await watched.run(wanted, 1)
    assert.equal(count(), 1)
    await watched.transaction(async (queries) => {
      await queries.run(wanted, 1)
      await queries.run(wanted, 2)
      assert.equal(count(), 1, 'not before the commit')
    })
    assert.equal(count(), 2)
  })

  test('does not call back for other tables, empty transactions and rollbacks', async () => {
    const { watched, count } = open(1)
    await watched.run(other, 1)
    await watched.transaction(async (queries) => void (await queries.run(other, 1)))
    const failing = watched.transaction(async (queries) => {
      await queries.run(wanted, 1)
      throw new Error('refused')
    })
    await assert.rejects(failing, /refused/)
    const unchanged = open(0)
    await unchanged.watched.run(wanted, 1)
    await unchanged.watched.transaction(async (queries) => void (await queries.run(wanted, 1)))
    assert.deepEqual([count(), unchanged.count()], [0, 0])
  })
})
