import { cacheable, type Database } from '../../platform/store/database.ts'
import { integer } from '../../platform/store/row.ts'

const countRules = cacheable('SELECT count(*) AS n FROM people_group WHERE rule IS NOT NULL')

/** Cached. */
export async function hasRules(store: Database): Promise<boolean> {
  const found = await store.lookUp({
    statement: countRules,
    name: '',
    key: () => [],
    read: (row) => ({ count: integer(row, 'n') }),
  })
  return found !== undefined && found.count > 0
}
