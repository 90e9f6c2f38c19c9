import { lockingStatement, type Queries, statement, writes } from './database.ts'
import { oneOf, text } from './row.ts'

type SettingKey = 'settings' | 'owner' | 'setup_salt' | 'activity_anchor' | 'last_backup'

const find = statement('SELECT value FROM setting WHERE key = ?')
const findForChange = lockingStatement('SELECT value FROM setting WHERE key = ?')
const findTwo = statement('SELECT key, value FROM setting WHERE key IN (?, ?)')
const add = writes('setting')(`
  INSERT INTO setting (key, value, changed_at) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING`)
const put = writes('setting')(`
  INSERT INTO setting (key, value, changed_at) VALUES (?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at`)

export async function findSetting(queries: Queries, key: SettingKey): Promise<string | undefined> {
  const row = await queries.one(find, key)
  return row && text(row, 'value')
}

export async function lockSetting(queries: Queries, key: SettingKey): Promise<string | undefined> {
  const row = await queries.one(findForChange, key)
  return row && text(row, 'value')
}

/** One query, since every page and challenge needs both. */
export async function findTwoSettings<A extends SettingKey, B extends SettingKey>(
  queries: Queries,
  keys: [A, B],
): Promise<Partial<Record<A | B, string>>> {
  const found: Partial<Record<SettingKey, string>> = {}
  for (const row of await queries.all(findTwo, ...keys)) found[oneOf(row, 'key', keys)] = text(row, 'value')
  return found
}

export async function addSetting(queries: Queries, key: SettingKey, value: string, now: number): Promise<boolean> {
  return (await queries.run(add, key, value, now)) === 1
}

export async function putSetting(queries: Queries, key: SettingKey, value: string, now: number): Promise<void> {
  await queries.run(put, key, value, now)
}
