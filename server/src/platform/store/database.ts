import { hash } from 'node:crypto'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { Awaitable } from './awaitable.ts'

export type SqlValue = string | number | Uint8Array | null
export type Row = Record<string, SqlValue>

/** SQL with `?` for each value. Engines keep it prepared. */
export type Statement = {
  readonly sqlite: string
  readonly postgres: string
  readonly name: string
  /** The table it changes, or `ANY_TABLE`. Undefined for a read. */
  readonly changes?: string | undefined
} & WriteOptions

type WriteOptions = {
  /** Cached rows stay valid: it adds a row with a new id, or changes columns that no cacheable statement reads. */
  readonly uncached?: true
  /** The position of the value with the id of the only row it changes. */
  readonly rowAt?: number
  /** `watchCommits` reports the commits in which it changed a row. */
  readonly notifies?: true
}

export type CacheableStatement = Statement & {
  readonly reads: readonly string[]
  /** The table by whose rows it is cached: a write to another row of it leaves a row cached whose id is known. */
  readonly rowsOf: string
}

export type Queries = {
  one(statement: Statement, ...values: SqlValue[]): Promise<Row | undefined>
  all(statement: Statement, ...values: SqlValue[]): Promise<Row[]>
  run(statement: Statement, ...values: SqlValue[]): Promise<number>
  /** SQLite only: another object for each transaction, and after each rollback to a savepoint. */
  readonly scope?: object
}

/** `name` identifies the row in the cache; `key` finds it in the database and is computed only when it must be read. */
export type LookUp<T> = {
  statement: CacheableStatement
  name: string
  key: () => SqlValue | SqlValue[]
  read: (row: Row) => T
  /** The id of its row in `rowsOf` of the statement. */
  rowId?: (value: T) => string
}

/** `repeatable`: the work has no effect but its queries, so that it may be rolled back and run again. */
export type TransactionOptions = { repeatable?: boolean }

export type Database = Queries & {
  readonly engine: 'sqlite' | 'postgres'
  /** One row, cached until this process changes a table it reads, or until shortly after another process commits. */
  lookUp<T>(lookUp: LookUp<T>): Awaitable<T | undefined>
  /** Durable once it resolves. The work may await nothing but the queries it is given. */
  transaction<T>(work: (queries: Queries) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Calls back as `watchCommits` does. Undefined if it cannot. */
  watch?(onCommit: () => void): void
  close(): Promise<void>
}

export function statement(text: string): Statement {
  const sql = text.replace(/\s+/g, ' ').trim()
  let index = 0
  const postgres = sql.replace(/\?/g, () => `$${++index}`)
  return { sqlite: sql, postgres, name: hash('sha1', sql), changes: changedTable(sql) }
}

export function writes(options: WriteOptions): (text: string) => Statement {
  return (text) => ({ ...statement(text), ...options })
}

/** A read for `lookUp`. */
export function cacheable(text: string): CacheableStatement {
  const read = statement(text)
  const reads = [...read.sqlite.matchAll(/\b(?:FROM|JOIN) (\w+)/g)].map(([, table = '']) => table)
  return { ...read, reads, rowsOf: reads[0] ?? '' }
}

export const ANY_TABLE = '*'

/** Tables with rows of other tables that go with their own. */
export const PARENTS = ['notice', 'people_group', 'protected_host', 'session', 'wallet_list']

function changedTable(sql: string): string | undefined {
  const [, verb, table = ''] = /^(INSERT INTO|UPDATE|DELETE FROM) (\w+)/.exec(sql) ?? []
  if (verb !== undefined) return verb === 'DELETE FROM' && PARENTS.includes(table) ? ANY_TABLE : table
  return /^(?:SELECT|WITH) /.test(sql) && !/\b(?:INSERT|UPDATE|DELETE)\b/.test(sql) ? undefined : ANY_TABLE
}

/**
 * A read that locks its rows until the transaction ends, or those of one table of a join, by its alias. SQLite has one
 * writer, so there it is a plain read.
 */
export function lockingStatement(text: string, alias?: string): Statement {
  const plain = statement(text)
  const lock = alias === undefined ? 'FOR NO KEY UPDATE' : `FOR NO KEY UPDATE OF ${alias}`
  return { ...plain, postgres: `${plain.postgres} ${lock}`, name: `${plain.name}l` }
}

/** A read whose row is not deleted until the transaction ends, so that it can insert rows that refer to it. */
export function keepingStatement(text: string): Statement {
  const plain = statement(text)
  return { ...plain, postgres: `${plain.postgres} FOR KEY SHARE`, name: `${plain.name}k` }
}

/** Prevents inserts until the transaction ends, so that a count stays valid. SQLite has one writer. */
export function lockTable(table: string): Statement {
  return { sqlite: 'SELECT 1', postgres: `LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`, name: `lock_${table}` }
}

export function unavailable(cause: unknown): AppError {
  return new AppError('db_unavailable', { retryAfter: 5, cause })
}
