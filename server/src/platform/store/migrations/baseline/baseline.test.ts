import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { TYPES } from '../../migrations.ts'
import { baseline } from './baseline.ts'

function open(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  for (const sql of baseline.up(TYPES.sqlite)) database.exec(sql)
  database.exec('PRAGMA foreign_keys = OFF')
  return database
}

type Column = { name: string; type: string; hidden: number }

/** A row with a zero, an empty blob or an empty object in each column without a check, and the first value of the others. */
function insertInto(database: DatabaseSync, table: string): string {
  const columns = database.prepare(`PRAGMA table_xinfo(${table})`).all() as Column[] // as SQLite documents it
  const written = columns.filter(({ hidden }) => hidden === 0)
  const values = written.map(({ name, type }) => {
    const allowed = checksOf(database, table).find(({ column }) => column === name)
    if (allowed) return `'${allowed.values[0]}'`
    return { INTEGER: '0', BLOB: `x''` }[type] ?? `'{}'`
  })
  return `INSERT INTO ${table} (${written.map(({ name }) => name).join(', ')}) VALUES (${values.join(', ')})`
}

function checksOf(database: DatabaseSync, table: string) {
  const sql = String(database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table)?.sql)
  return [...sql.matchAll(/CHECK \((\w+) = ([^)]+)\)/g)].map(([, column = '', list = '']) => ({
    column,
    values: [...list.matchAll(/'(\w+)'/g)].map(([, value = '']) => value),
  }))
}

const tables = open()
  .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
  .all()
  .map(({ name }) => String(name))

describe('the schema', () => {
  test('lets SQLite insert a row into each table without a temporary table', () => {
    assert.ok(tables.length >= 39)
    const database = open()
    for (const table of tables) {
      const steps = database.prepare(`EXPLAIN ${insertInto(database, table)}`).all()
      assert.ok(!steps.some(({ opcode }) => opcode === 'OpenEphemeral'), table)
    }
  })

  test('accepts the listed values of a column and no other', () => {
    const database = open()
    let checked = 0
    for (const table of tables) {
      const checks = checksOf(database, table)
      if (checks.length > 0) database.exec(insertInto(database, table))
      for (const { column, values } of checks) {
        for (const value of values) database.exec(`UPDATE ${table} SET ${column} = '${value}'`)
        const spoil = `UPDATE ${table} SET ${column} = 'other'`
        assert.throws(() => database.exec(spoil), /CHECK constraint failed/, `${table}.${column}`)
        checked++
      }
    }
    assert.equal(checked, 15)
  })
})
