export type Types = {
  engine: 'sqlite' | 'postgres'
  ts: string
  hash: string
  flag: string
  strict: string
  /** Stores the rows in the primary key, after `strict`. */
  clustered: string
  jsonObject: string
  bytewise: string
  /** A generated column: a text member of a JSON column. */
  memberOf: (column: string, name: string) => string
  firstLabel: (column: string) => string
}

export type Migration = { id: number; name: string; up: (types: Types) => string[] }
