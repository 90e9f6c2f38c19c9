import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ANY_TABLE, cacheable, keepingStatement, lockingStatement, lockTable, PARENTS, statement } from './database.ts'
import { migrations, TYPES } from './migrations.ts'

describe('a statement', () => {
  for (const [sql, table] of [
    ['INSERT INTO person (id) VALUES (?)', 'person'],
    ['INSERT INTO person (id) SELECT id FROM wallet ON CONFLICT (id) DO NOTHING', 'person'],
    ['UPDATE person SET role = (SELECT kind FROM wallet) WHERE id = ? RETURNING id', 'person'],
    ['\n  DELETE FROM\n  person WHERE id = ?', 'person'],
    ['DELETE FROM session WHERE id = ?', ANY_TABLE],
    ['WITH old AS (SELECT id FROM wallet) DELETE FROM person WHERE id IN (SELECT id FROM old)', ANY_TABLE],
    ['REPLACE INTO person (id) VALUES (?)', ANY_TABLE],
    ['ALTER TABLE person ADD COLUMN note TEXT', ANY_TABLE],
    ['SELECT id FROM person', undefined],
    ['WITH found AS (SELECT id FROM person) SELECT id FROM found', undefined],
  ] as const)
    test(`changes ${table ?? 'no table'}: ${sql.trim().slice(0, 60)}`, () => {
      assert.equal(statement(sql).changes, table)
    })

  test('that locks is a read', () => {
    for (const locking of [
      lockingStatement('SELECT id FROM person'),
      keepingStatement('SELECT id FROM person'),
      lockTable('person'),
    ])
      assert.equal(locking.changes, undefined)
  })

  test('that is cacheable reads every table it names', () => {
    const { reads, rowsOf } = cacheable(`
      SELECT s.id, (SELECT count(*) FROM device) AS devices
      FROM session s JOIN person p ON p.id = s.person_id LEFT JOIN wallet w ON w.id = s.wallet_id`)
    assert.deepEqual([reads, rowsOf], [['device', 'session', 'person', 'wallet'], 'device'])
  })

  test('is known to delete rows of other tables where the schema does', () => {
    const schema = migrations.flatMap(({ up }) => up(TYPES.sqlite)).join('\n')
    const parents = [...schema.matchAll(/REFERENCES (\w+) \(\w+\) ON /g)].map(([, table]) => table)
    assert.deepEqual([...new Set(parents)].toSorted(), PARENTS)
  })
})
