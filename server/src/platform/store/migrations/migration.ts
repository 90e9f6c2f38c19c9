export type Types = {
  ts: string
  hash: string
  flag: string
  strict: string
  jsonObject: string
  bytewise: string
  /** A column that is a text member of a JSON column, whatever is written. */
  memberOf: (column: string, name: string) => string
  /** The part of a name before its first dot. */
  firstLabel: (column: string) => string
}

export type Migration = { id: number; name: string; up: (types: Types) => string[] }
