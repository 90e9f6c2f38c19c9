/** One timeline for both engines. A released migration is never edited: a later one adds to the schema. */

import { type Database, type Queries, type Row, statement } from './database.ts'
import { baseline } from './migrations/baseline/baseline.ts'
import type { Migration, Types } from './migrations/migration.ts'
import { phoneSignIn } from './migrations/phone-sign-in.ts'
import { integer, textOrNull } from './row.ts'

export const TYPES: Record<Database['engine'], Types> = {
  sqlite: {
    ts: 'INTEGER',
    hash: 'BLOB',
    flag: 'INTEGER',
    strict: ' STRICT',
    clustered: ', WITHOUT ROWID',
    memberOf: (column, name) => `GENERATED ALWAYS AS (${column} ->> '${name}') VIRTUAL`,
  },
  postgres: {
    ts: 'BIGINT',
    hash: 'BYTEA',
    flag: 'SMALLINT',
    strict: '',
    clustered: '',
    // Not with ->>, which rejects escapes such as \\u0000 that people may have typed. Quotes in strings are escaped.
    memberOf: (column, name) => `GENERATED ALWAYS AS (substring(${column} from '"${name}":"([^"\\\\]*)"')) STORED`,
  },
}

export const migrations: Migration[] = [baseline, phoneSignIn]

const createTable = statement(`
  CREATE TABLE IF NOT EXISTS migration (id INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)`)
export const findApplied = statement(`
  SELECT coalesce(max(id), 0) AS latest, min(CASE WHEN id = 1 THEN name END) AS first FROM migration`)
const record = statement('INSERT INTO migration (id, name, applied_at) VALUES (?, ?, ?)')
// Nodes that start together migrate one after the other.
const lockTimeline = statement('SELECT pg_advisory_xact_lock(4861279503)')

/** Applies what is missing and returns how many migrations that were. */
export async function migrate(database: Database, now: number, timeline = migrations): Promise<number> {
  return database.transaction(async (queries) => {
    if (database.engine === 'postgres') await queries.all(lockTimeline)
    await queries.run(createTable)
    const applied = readApplied(await queries.one(findApplied), timeline)
    const missing = timeline.filter(({ id }) => id > applied)
    for (const migration of missing) await apply(queries, migration, database, now)
    return missing.length
  })
}

async function apply(queries: Queries, migration: Migration, database: Database, now: number): Promise<void> {
  for (const sql of migration.up(TYPES[database.engine]))
    await queries.run(statement(database.engine === 'postgres' ? sortBytewise(sql) : sql))
  await queries.run(record, migration.id, migration.name, now)
}

/** Text is sorted and compared as on SQLite, whatever language the database was created for. */
function sortBytewise(sql: string): string {
  return sql.replaceAll(/\bTEXT\b/g, 'TEXT COLLATE "C"')
}

/** The latest migration of a database, from `findApplied`. Rejects a database that this version cannot use. */
export function readApplied(row: Row = { latest: 0, first: null }, timeline = migrations): number {
  const applied = integer(row, 'latest')
  const supported = timeline.at(-1)?.id ?? 0
  if (applied > 0 && textOrNull(row, 'first') !== timeline[0]?.name)
    throw new DatabaseVersionError(
      'The database was created by a build before Countersign 0.1.0 or by another program, and cannot be used: start with an empty one.',
    )
  if (applied > supported)
    throw new DatabaseVersionError(
      `The database is at migration ${applied}, but this version supports ${supported}. Use the version that created it, or a newer one.`,
    )
  return applied
}

export class DatabaseVersionError extends Error {
  override name = 'DatabaseVersionError'
}
