/** Copies a generated SQLite installation to a migrated PostgreSQL database. */

import { DatabaseSync } from 'node:sqlite'
import { type Client, withClient } from '../postgres/cluster.ts'

type Table = { name: string; columns: { name: string; type: string }[] }

const BATCH_ROWS = 5000

export async function copyToPostgres(path: string, url: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true })
  await withClient(url, async (client) => {
    // Tables are copied in any order, and nothing of it must survive a crash.
    await client.query(
      "SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '256MB'",
    )
    const indexes = await dropIndexes(client)
    for (const table of await readTables(client)) await copyTable(source, client, table)
    for (const sql of indexes) await client.query(sql)
    await client.query('ANALYZE')
  })
  source.close()
}

async function copyTable(source: DatabaseSync, client: Client, { name, columns }: Table): Promise<void> {
  const list = columns.map((column) => column.name).join(', ')
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')
  const insert = `INSERT INTO ${name} (${list}) SELECT * FROM unnest(${arrays}) ON CONFLICT DO NOTHING`
  let batch: Record<string, unknown>[] = []
  const flush = async () => {
    const values = columns.map((column) => batch.map((row) => row[column.name]))
    if (batch.length > 0) await client.query(insert, values)
    batch = []
  }
  for (const row of source.prepare(`SELECT ${list} FROM ${name}`).iterate()) {
    batch.push(row)
    if (batch.length === BATCH_ROWS) await flush()
  }
  await flush()
}

async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query(`
    SELECT table_name, column_name, data_type FROM information_schema.columns
    WHERE table_schema = 'public' AND is_generated = 'NEVER' AND table_name <> 'migration'
    ORDER BY table_name, ordinal_position`)
  const tables = new Map<string, Table>()
  for (const row of rows) {
    const table = tables.get(String(row.table_name)) ?? { name: String(row.table_name), columns: [] }
    table.columns.push({ name: String(row.column_name), type: String(row.data_type) })
    tables.set(table.name, table)
  }
  return [...tables.values()]
}

/** Indexes of constraints are kept. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query(`
    SELECT indexname, indexdef FROM pg_indexes
    WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)`)
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`)
  return rows.map(({ indexdef }) => String(indexdef))
}
