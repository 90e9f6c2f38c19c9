import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Queries, type SqlValue, type Statement, statement } from './database.ts'
import { change, changeOne, selectAll, selectCount, selectOne } from './query.ts'
import { text } from './row.ts'

type Sent = { sql: string; values: SqlValue[] }

function recordQueries(changed = 1) {
  const sent: Sent[] = []
  const rows = [{ name: 'a', n: 2 }]
  const record = ({ postgres }: Statement, values: SqlValue[]) => void sent.push({ sql: postgres, values })
  const queries: Queries = {
    async one(query, ...values) {
      record(query, values)
      return rows[0]
    },
    async all(query, ...values) {
      record(query, values)
      return rows
    },
    async run(query, ...values) {
      record(query, values)
      return changed
    },
  }
  return { queries, sent }
}

const name = { read: (row: Parameters<typeof text>[0]) => text(row, 'name') }

test('sends values in order', async () => {
  const { queries, sent } = recordQueries()
  const find = selectOne(name.read)<[id: string, at: number]>('SELECT name FROM t WHERE id = ? AND at > ?')
  assert.equal(await find(queries, 'x', 7), 'a')
  assert.deepEqual(sent, [{ sql: 'SELECT name FROM t WHERE id = $1 AND at > $2', values: ['x', 7] }])
})

test('sends named values where they are named, also twice', async () => {
  const { queries, sent } = recordQueries()
  const update = change<{ id: string; now: number }>('UPDATE t SET a = :now, b = :now WHERE id = :id')
  assert.equal(await update(queries, { id: 'x', now: 7 }), 1)
  assert.deepEqual(sent, [{ sql: 'UPDATE t SET a = $1, b = $2 WHERE id = $3', values: [7, 7, 'x'] }])
})

test('takes no name from a string', () => {
  const { names, sqlite } = statement(`SELECT 1 FROM t WHERE json LIKE '%"kind":"not"%' AND b = 'a:b' AND id = :id`)
  assert.deepEqual(names, ['id'])
  assert.equal(sqlite, `SELECT 1 FROM t WHERE json LIKE '%"kind":"not"%' AND b = 'a:b' AND id = ?`)
})

test('rejects a name without a value', async () => {
  const { queries } = recordQueries()
  const update = changeOne<{ id: string }>('UPDATE t SET a = :now WHERE id = :id')
  await assert.rejects(update(queries, { id: 'x' }), /No value for :now/)
})

test('reads all rows, a count and whether the row changed', async () => {
  const { queries } = recordQueries(0)
  assert.deepEqual(await selectAll(name.read)<[]>('SELECT name FROM t')(queries), ['a'])
  assert.equal(await selectCount<[]>('SELECT count(*) AS n FROM t')(queries), 2)
  assert.equal(await changeOne<[id: string]>('DELETE FROM t WHERE id = ?')(queries, 'x'), false)
})
