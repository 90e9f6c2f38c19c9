import { hash } from 'node:crypto'
import { AppError } from '@countersign/contract/error/errors.ts'

export type SqlValue = string | number | Uint8Array | null
export type Row = Record<string, SqlValue>

/** By the names in the SQL. Lists and objects are stored as JSON, booleans as numbers. */
export type NamedValues = { readonly [name: string]: SqlValue | boolean | object }

/** SQL with `?` or `:name` for each value. Engines keep it prepared. */
export type Statement<Values = unknown> = {
  /** Only for its type. */
  readonly values?: Values
  /** Of its values, in order; empty for SQL with `?`. */
  readonly names: readonly string[]
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
  /** `watch` reports the commits in which it changed a row. */
  readonly notifies?: true
}

export type CacheableStatement<Values = unknown> = Statement<Values> & {
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
  /** Calls back after every commit in which a statement that `notifies` changed a row. */
  watch(onCommit: () => void): void
  close(): Promise<void>
}

export function statement<Values = unknown>(text: string): Statement<Values> {
  const names: string[] = []
  const sql = text
    .replace(/'[^']*'|:([a-z]\w*)/gi, (whole, name) => {
      if (name !== undefined) names.push(name)
      return name === undefined ? whole : '?'
    })
    .replace(/\s+/g, ' ')
    .trim()
  let index = 0
  const postgres = sql.replace(/\?/g, () => `$${++index}`)
  return { names, sqlite: sql, postgres, name: hash('sha1', sql), changes: changedTable(sql) }
}

export function writes(options: WriteOptions) {
  return <Values>(text: string): Statement<Values> => ({ ...statement(text), ...options })
}

/** A read for `lookUp`. */
export function cacheable<Values = unknown>(text: string): CacheableStatement<Values> {
  const read = statement<Values>(text)
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
export function lockingStatement<Values = unknown>(text: string, alias?: string): Statement<Values> {
  const plain = statement<Values>(text)
  const lock = alias === undefined ? 'FOR NO KEY UPDATE' : `FOR NO KEY UPDATE OF ${alias}`
  return { ...plain, postgres: `${plain.postgres} ${lock}`, name: `${plain.name}l` }
}

/** A read whose row is not deleted until the transaction ends, so that it can insert rows that refer to it. */
export function keepingStatement<Values = unknown>(text: string): Statement<Values> {
  const plain = statement<Values>(text)
  return { ...plain, postgres: `${plain.postgres} FOR KEY SHARE`, name: `${plain.name}k` }
}

/** Prevents inserts until the transaction ends, so that a count stays valid. SQLite has one writer. */
export function lockTable(table: string): Statement {
  return {
    names: [],
    sqlite: 'SELECT 1',
    postgres: `LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`,
    name: `lock_${table}`,
  }
}

export function unavailable(cause: unknown): AppError {
  return new AppError('db_unavailable', { retryAfter: 5, cause })
}

/** A value that is known already is not wrapped in a promise, since each `await` costs the most frequent requests. */
export type Awaitable<T> = T | Promise<T>

/** Like `then`, but at once when the value is known. */
export function mapAwaitable<A, B>(value: Awaitable<A>, next: (value: A) => Awaitable<B>): Awaitable<B> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** A unique constraint failed because of a concurrent transaction: a retry will see its row. */
export class UniqueConflict extends Error {
  constructor(cause: unknown) {
    super('A concurrent transaction wrote the same row first', { cause })
    this.name = 'UniqueConflict'
  }
}

export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UniqueConflict) return work()
    throw error
  }
}

/**
 * Waits for queries that do not depend on each other: in a transaction PostgreSQL gets them in one round trip, in this
 * order. All have ended when it throws, so that none uses a transaction that is over.
 */
export async function runTogether<const Results extends readonly unknown[]>(
  ...queries: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  try {
    return await Promise.all(queries)
  } catch (error) {
    const settled = await Promise.allSettled(queries)
    throw settled.find((result) => result.status === 'rejected')?.reason ?? error
  }
}

/** In few forms, so that each stays prepared. */
const SIZES = [1, 4, 16, 64, 256]
const MOST = 256

/** Queries rows for many keys. `:keys` in the SQL is replaced; other values come before the keys. */
export async function queryInBatches(
  queries: Queries,
  sql: string,
  keys: readonly string[],
  ...values: SqlValue[]
): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < keys.length; start += MOST) {
    const chunk = keys.slice(start, start + MOST)
    const size = SIZES.find((each) => each >= chunk.length) ?? MOST
    const padded = Array.from({ length: size }, (_, index) => chunk[Math.min(index, chunk.length - 1)] ?? '')
    const marks = Array(size).fill('?').join(', ')
    rows.push(...(await queries.all(statement(sql.replace(':keys', marks)), ...values, ...padded)))
  }
  return rows
}

/**
 * Deletes rows, and those that other transactions add meanwhile because they still see what is being deleted: on
 * PostgreSQL a statement does not see rows that are committed while it runs. The first one locks what it deletes.
 */
export async function removeWithLateRows(queries: Queries, remove: Statement, ...values: SqlValue[]): Promise<void> {
  await queries.run(remove, ...values)
  await queries.run(remove, ...values)
}
