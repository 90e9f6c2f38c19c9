import {
  type Awaitable,
  cacheable,
  type Database,
  lockingStatement,
  mapAwaitable,
  type Queries,
  statement,
} from './database.ts'
import { text, textOrNull } from './row.ts'

type SettingKey =
  | 'settings'
  | 'owner'
  | 'setup_salt'
  | 'activity_anchor'
  | 'activity_counted'
  | 'activity_truncated'
  | 'check_path_salt'
  | 'checklist_dismissed'
  | 'last_backup'
  | 'rule_outages'

const find = statement('SELECT value FROM setting WHERE key = ?')
const findForChange = lockingStatement('SELECT value FROM setting WHERE key = ?')
const findInstance = cacheable(`
  SELECT (SELECT value FROM setting WHERE key = 'settings') AS settings,
    (SELECT value FROM setting WHERE key = 'owner') AS owner`)
const add = statement(`
  INSERT INTO setting (key, value, changed_at) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING`)
const put = statement(`
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

export type StoredInstance = { settings: string | null; owner: string | null }

/** Cached as what `read` makes of it, since every page, challenge and sign-in needs it. */
export function lookUpInstance<T>(store: Database, read: (stored: StoredInstance) => T): Awaitable<T> {
  const found = store.lookUp({
    statement: findInstance,
    name: '',
    key: () => [],
    read: (row) => ({ value: read({ settings: textOrNull(row, 'settings'), owner: textOrNull(row, 'owner') }) }),
  })
  return mapAwaitable(found, requireValue)
}

function requireValue<T>(found: { value: T } | undefined): T {
  if (!found) throw new Error('The settings query returned no row')
  return found.value
}

export async function addSetting(queries: Queries, key: SettingKey, value: string, now: number): Promise<boolean> {
  return (await queries.run(add, key, value, now)) === 1
}

export async function putSetting(queries: Queries, key: SettingKey, value: string, now: number): Promise<void> {
  await queries.run(put, key, value, now)
}
