/** What differs between the engines. */
export type Types = {
  ts: string
  hash: string
  flag: string
  strict: string
  /** Stores the rows in the primary key, after `strict`. */
  clustered: string
  /** A generated column: a text member of a JSON column. */
  memberOf: (column: string, name: string) => string
}

export type Migration = { id: number; name: string; up: (types: Types) => string[] }

/** Without `IN`, for which SQLite creates a temporary table each time it inserts a row. */
export function oneOf(column: string, ...values: string[]): string {
  return `CHECK (${values.map((value) => `${column} = '${value}'`).join(' OR ')})`
}
