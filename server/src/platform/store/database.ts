import { hash } from 'node:crypto'
import { AppError } from '@countersign/contract/errors.ts'
import type { Awaitable } from './awaitable.ts'

export type SqlValue = string | number | Uint8Array | null
export type Row = Record<string, SqlValue>

/** SQL with `?` for each value. Engines keep it prepared. */
export type Statement = {
  readonly sqlite: string
  readonly postgres: string
  readonly name: string
  /** The tables a write changes. Without them every cached row is dropped. */
  readonly changes?: readonly string[]
  /** The position of the value with the id of the only row it changes, in the only table. */
  readonly rowAt?: number
  /** Whether `watchCommits` reports the commits in which it changed a row. */
  readonly notifies?: boolean
}

export type CacheableStatement = Statement & { readonly reads: readonly string[] }

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
  /** The id of its row in the first table of the statement: writes to other rows of that table leave it cached. */
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
  return { sqlite: sql, postgres: sql.replace(/\?/g, () => `$${++index}`), name: hash('sha1', sql) }
}

type WriteOptions = {
  notifies?: true
  /** It adds a row with a new id, or changes columns that no cacheable statement reads: cached rows stay valid. */
  uncached?: true
  rowAt?: number
}

/** A write that changes these tables (separated by spaces) and no others. */
export function writes(tables: string, { uncached, ...options }: WriteOptions = {}): (text: string) => Statement {
  const changes = uncached ? [] : tables.split(' ')
  return (text) => ({ ...statement(text), changes, ...options })
}

/** A read for `lookUp`, from these tables (separated by spaces) and no others. */
export function cacheable(tables: string): (text: string) => CacheableStatement {
  return (text) => ({ ...statement(text), reads: tables.split(' ') })
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
