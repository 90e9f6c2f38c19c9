/** The database as every store sees it: SQL in, checked rows out. Two engines answer to it. */

export type SqlValue = string | number | Uint8Array | null
export type Row = Record<string, SqlValue>

/** SQL with `?` for each value. Made once at module load; engines keep it prepared. */
export type Statement = { readonly sqlite: string; readonly postgres: string; readonly name: string }

export type Queries = {
  one(statement: Statement, ...values: SqlValue[]): Promise<Row | undefined>
  all(statement: Statement, ...values: SqlValue[]): Promise<Row[]>
  /** The number of rows changed. */
  run(statement: Statement, ...values: SqlValue[]): Promise<number>
}

/** `name` tells keys apart in memory; `key` is what the row is found by, made only when it must be read. */
export type LookUp<T> = { statement: Statement; name: string; key: () => SqlValue | SqlValue[]; read: (row: Row) => T }

export type Database = Queries & {
  readonly engine: 'sqlite' | 'postgres'
  /** One row by its key, as `read` understands it. May be remembered until a commit of ours changes a table it is from, or a moment past another process's commit. */
  lookUp<T>(lookUp: LookUp<T>): Promise<T | undefined>
  /** All or nothing, and on disk once it resolves. The work may await nothing but the queries it is given. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
}

let statements = 0

export function statement(text: string): Statement {
  const sql = text.replace(/\s+/g, ' ').trim()
  let index = 0
  return { sqlite: sql, postgres: sql.replace(/\?/g, () => `$${++index}`), name: `s${++statements}` }
}

/** Reads what nobody else may change until the transaction ends. SQLite has one writer, so there it is a plain read. */
export function lockingStatement(text: string): Statement {
  const plain = statement(text)
  return { ...plain, postgres: `${plain.postgres} FOR NO KEY UPDATE` }
}

/** Nobody else adds to the table until the transaction ends, so that what is counted stays true. SQLite has one writer. */
export function lockTable(table: string): Statement {
  const plain = statement('SELECT 1')
  return { ...plain, postgres: `LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE` }
}

const composed = new Map<string, Statement>()

/** For SQL that is put together from a fixed set of parts, such as a list's filters: each form is prepared once. */
export function composedStatement(text: string): Statement {
  const known = composed.get(text)
  if (known) return known
  const made = statement(text)
  composed.set(text, made)
  return made
}
