import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { migrations, TYPES } from '../migrations.ts'
import { prepare } from '../sqlite-statement.ts'
import { cheapChecks } from './cheap-checks.ts'

const INSERTS = {
  person: `INSERT INTO person (id, role, status, created_at, updated_at, version)
    VALUES ('per_1', 'member', 'active', 0, 0, 1)`,
  wallet: `INSERT INTO wallet (id, person_id, namespace, address, chain_ref, kind, status, linked_via, linked_at,
      last_used_at, version)
    VALUES ('wal_1', 'per_1', 'eip155', '0x1', '0', 'eoa', 'linked', 'sign_in', 0, 0, 1)`,
  activity: `INSERT INTO activity (id, at, kind, outcome, actor, data)
    VALUES ('evt_1', 0, 'sign_in.ok', 'ok', 'visitor', '{}')`,
}

function open(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  for (const { id, up } of migrations) {
    if (id >= cheapChecks.id) break
    for (const sql of up(TYPES.sqlite)) database.exec(sql)
  }
  for (const sql of Object.values(INSERTS)) database.exec(sql)
  return database
}

function apply(database: DatabaseSync): void {
  database.exec('BEGIN')
  for (const sql of cheapChecks.up(TYPES.sqlite)) prepare(database, sql).run([])
  database.exec('COMMIT')
}

const opcodes = (database: DatabaseSync, sql: string) =>
  database
    .prepare(`EXPLAIN ${sql}`)
    .all()
    .map(({ opcode }) => String(opcode))

describe('migration of checks', () => {
  for (const [table, sql] of Object.entries(INSERTS))
    test(`lets SQLite insert into ${table} without a temporary table`, () => {
      const database = open()
      assert.ok(opcodes(database, sql).includes('OpenEphemeral'))
      apply(database)
      assert.ok(!opcodes(database, sql).includes('OpenEphemeral'))
    })

  test('keeps rows and rejects the same values as before', () => {
    const database = open()
    apply(database)
    assert.deepEqual(database.prepare('PRAGMA integrity_check').all(), [{ integrity_check: 'ok' }].map(toNull))
    for (const [table, column] of [
      ['person', 'role'],
      ['person', 'status'],
      ['wallet', 'namespace'],
      ['wallet', 'kind'],
      ['wallet', 'status'],
      ['wallet', 'linked_via'],
      ['activity', 'outcome'],
      ['activity', 'actor'],
    ])
      assert.throws(() => database.exec(`UPDATE ${table} SET ${column} = 'other'`), /CHECK constraint failed/, column)
    for (const table of Object.keys(INSERTS))
      assert.equal(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n, 1)
  })

  test('accepts every value as before', () => {
    const database = open()
    const allowed = allowedValues(database)
    apply(database)
    assert.ok(Object.keys(allowed).length >= 3)
    for (const [table, columns] of Object.entries(allowed))
      for (const [column, values] of Object.entries(columns))
        for (const value of values) database.exec(`UPDATE ${table} SET ${column} = '${value}'`)
  })

  test('leaves the schema protected', () => {
    const database = open()
    apply(database)
    const edit = "UPDATE sqlite_schema SET sql = '' WHERE name = 'person'"
    assert.throws(() => database.exec(edit), /may not be modified/)
    database.exec('PRAGMA writable_schema = ON')
    assert.throws(() => database.exec(edit), /may not be modified/)
  })

  test('does nothing on PostgreSQL, which has no such cost', () => {
    assert.deepEqual(cheapChecks.up(TYPES.postgres), [])
  })
})

/** node:sqlite returns objects without a prototype. */
function toNull<T extends object>(row: T): T {
  return Object.assign(Object.create(null), row)
}

/** From the checks of the earlier migrations. */
function allowedValues(database: DatabaseSync): Record<string, Record<string, string[]>> {
  const allowed: Record<string, Record<string, string[]>> = {}
  for (const table of Object.keys(INSERTS)) {
    const sql = String(database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table)?.sql)
    for (const [, column = '', list = ''] of sql.matchAll(/CHECK \((\w+) IN \(([^)]*)\)\)/g))
      allowed[table] = { ...allowed[table], [column]: list.split(', ').map((value) => value.slice(1, -1)) }
  }
  return allowed
}
