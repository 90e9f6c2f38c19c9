import { type Awaitable, cacheable, type Database, lockingStatement, mapAwaitable, type Row } from './database.ts'
import { change, changeOne, selectOne } from './query.ts'
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

const findInstance = cacheable(`
  SELECT (SELECT value FROM setting WHERE key = 'settings') AS settings,
    (SELECT value FROM setting WHERE key = 'owner') AS owner`)
const toValue = (row: Row) => text(row, 'value')

export const findSetting = selectOne(toValue)<[key: SettingKey]>('SELECT value FROM setting WHERE key = ?')

export const lockSetting = selectOne(toValue)(
  lockingStatement<[key: SettingKey]>('SELECT value FROM setting WHERE key = ?'),
)

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

/** False when it has a value already. */
export const addSetting = changeOne<[key: SettingKey, value: string, now: number]>(
  'INSERT INTO setting (key, value, changed_at) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING',
)

export const putSetting = change<[key: SettingKey, value: string, now: number]>(`
  INSERT INTO setting (key, value, changed_at) VALUES (?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at`)
