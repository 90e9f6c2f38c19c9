import { AppError } from '@countersign/contract/error/errors.ts'
import { DATABASE_WAIT_MS } from '@countersign/contract/limits.ts'
import pg from 'pg'
import {
  type Database,
  type Queries,
  type Row,
  type SqlValue,
  type Statement,
  UniqueConflict,
  unavailable,
} from './database.ts'
import { DatabaseVersionError } from './migrations.ts'

const CONNECTIONS = 16
const MIN_SERVER_VERSION = 150_000
// Commits are durable whatever the server's default is. Memoize allocates for all rows of a join, even to return a page.
const SESSION_SETTINGS = '-c synchronous_commit=on -c enable_memoize=off'

export async function openPostgres(
  url: string,
  onLost: (error: Error) => void,
  waitMs = DATABASE_WAIT_MS,
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: waitMs,
    statement_timeout: waitMs,
    lock_timeout: waitMs,
    query_timeout: waitMs + 1000,
    options: SESSION_SETTINGS,
    types: { getTypeParser },
    // Queries of a transaction that are not awaited one by one are sent together. Others get a connection each.
    pipeline: true,
  })
  pool.on('error', onLost)
  const watchers: (() => void)[] = []
  const notify = () => {
    for (const watcher of watchers) watcher()
  }
  const database: Database = {
    engine: 'postgres',
    ...queriesOn(pool, notify),
    async lookUp({ statement, key, read }) {
      const row = await this.one(statement, ...[key()].flat())
      return row && read(row)
    },
    transaction: (work) => inTransaction(pool, work, notify),
    watch: (onCommit) => void watchers.push(onCommit),
    close: () => pool.end(),
  }
  await requireVersion(pool)
  return database
}

async function requireVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query('SHOW server_version_num').catch((error) => {
    throw classify(error)
  })
  if (Number(rows[0]?.server_version_num) < MIN_SERVER_VERSION)
    throw new DatabaseVersionError('DATABASE_URL: PostgreSQL 15 or newer is required. Upgrade that server.')
}

async function inTransaction<T>(pool: pg.Pool, work: (queries: Queries) => Promise<T>, notify: () => void): Promise<T> {
  const client = await pool.connect().catch((error) => {
    throw classify(error)
  })
  // A lost connection also emits an event, which would end the process.
  const ignoreError = () => undefined
  client.on('error', ignoreError)
  let notifies = false
  const onNotifying = () => {
    notifies = true
  }
  try {
    // Sent with the first query, which fails if it does.
    const began = client.query('BEGIN')
    began.catch(() => undefined)
    const value = await work(queriesOn(client, onNotifying))
    await began
    await client.query('COMMIT')
    client.release()
    if (notifies) notify()
    return value
  } catch (error) {
    // A connection that cannot roll back is discarded.
    const broken = await client.query('ROLLBACK').then(
      () => false,
      () => true,
    )
    client.release(broken)
    throw classify(error)
  } finally {
    client.off('error', ignoreError)
  }
}

/** `onNotifying`: a statement that `notifies` changed a row. */
function queriesOn(target: pg.Pool | pg.PoolClient, onNotifying: () => void): Queries {
  const query = async (statement: Statement, values: SqlValue[]) => {
    try {
      return await target.query<Row>({ name: statement.name, text: statement.postgres, values })
    } catch (error) {
      throw classify(error)
    }
  }
  return {
    one: async (statement, ...values) => (await query(statement, values)).rows[0],
    all: async (statement, ...values) => (await query(statement, values)).rows,
    async run(statement, ...values) {
      const changed = (await query(statement, values)).rowCount ?? 0
      if (changed > 0 && statement.notifies) onNotifying()
      return changed
    },
  }
}

const INT8 = 20
const UNIQUE_VIOLATION = '23505'

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 && format !== 'binary') return Number
  return pg.types.getTypeParser(oid, format)
}

// SQLSTATE classes of failures that may pass, such as connection loss, lock timeouts and deadlocks.
const UNAVAILABLE = /^(?:08|28|3D|53|57|58|XX)|^(?:55P03|25006|40001|40P01)$/

function classify(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (error instanceof pg.DatabaseError) {
    if (error.code === UNIQUE_VIOLATION) return new UniqueConflict(error)
    return UNAVAILABLE.test(error.code ?? '') ? unavailable(error) : error
  }
  return isConnectionFault(error) ? unavailable(error) : error
}

function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) return true
  return /timeout|terminated|not queryable|closed/i.test(error.message)
}
