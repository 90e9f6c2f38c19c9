/** Whether a table has this key of its own. Codes from a server or a URL can be newer, older or made up. */
export function isKey<Table extends object>(table: Table, key: unknown): key is keyof Table {
  return typeof key === 'string' && Object.hasOwn(table, key)
}
