import { type Database, statement } from '../../platform/store/database.ts'
import { integer } from '../../platform/store/row.ts'

const pages = statement('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()')
const size = statement('SELECT pg_database_size(current_database()) AS bytes')

export async function databaseBytes(store: Database): Promise<number> {
  const row = await store.one(store.engine === 'sqlite' ? pages : size)
  return row ? integer(row, 'bytes') : 0
}
