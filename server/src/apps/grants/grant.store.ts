import { emailPolicySchema } from '@countersign/contract/schemas/admin/app.ts'
import { cacheable, type Database, type Queries, type Row, statement } from '../../platform/store/database.ts'
import { change, changeOne, selectAll, selectOne } from '../../platform/store/query.ts'
import { integer, mapRecord, option, type RecordOf, text, textList, textOrNull } from '../../platform/store/row.ts'

const grants = mapRecord({
  id: text,
  personId: text,
  appId: text,
  scopes: textList,
  grantedAt: integer,
  lastUsedAt: integer,
})
const apps = mapRecord({
  appName: ['name', text],
  logoId: ['logo_asset_id', textOrNull],
  launchUrl: textOrNull,
  email: option(emailPolicySchema),
})
export type GrantRecord = RecordOf<typeof grants>
export type GrantWithApp = GrantRecord & RecordOf<typeof apps>

const toGrantWithApp = (row: Row): GrantWithApp => ({ ...grants.read(row), ...apps.read(row) })
const WITH_APP = `
  SELECT ${grants.columnsOf('g')}, ${apps.columnsOf('a')} FROM app_grant g JOIN app a ON a.id = g.app_id`
const find = cacheable<PersonAndApp>(
  `SELECT ${grants.columns} FROM app_grant WHERE person_id = :personId AND app_id = :appId`,
)
const findUsers = statement(`
  SELECT ${grants.columns} FROM app_grant WHERE app_id = ? AND id < ? ORDER BY id DESC LIMIT ?`)

export type PersonAndApp = { personId: string; appId: string }
type OwnGrant = { id: string; personId: string }

export const findGrant = selectOne(grants.read)(find)

export async function findCached(store: Database, { personId, appId }: PersonAndApp): Promise<GrantRecord | undefined> {
  const name = `${personId} ${appId}`
  return store.lookUp({ statement: find, name, key: () => [personId, appId], read: grants.read })
}

export const findOwnGrant = selectOne(toGrantWithApp)<OwnGrant>(
  `${WITH_APP} WHERE g.id = :id AND g.person_id = :personId`,
)

export const saveGrant = change<GrantRecord>(`
  INSERT INTO app_grant (${grants.columns}) VALUES (${grants.values})
  ON CONFLICT (person_id, app_id) DO UPDATE SET scopes = excluded.scopes, last_used_at = excluded.last_used_at`)

export const markGrantUsed = change<{ id: string; now: number; before: number }>(
  'UPDATE app_grant SET last_used_at = :now WHERE id = :id AND last_used_at < :before',
)

export const findGrantsOf = selectAll(toGrantWithApp)<[personId: string]>(
  `${WITH_APP} WHERE g.person_id = ? ORDER BY g.last_used_at DESC, g.id`,
)

/** Newest first. `~` sorts after every id. */
export async function findPageOfApp(
  queries: Queries,
  appId: string,
  { after = '~', most }: { after?: string | undefined; most: number },
): Promise<GrantRecord[]> {
  return (await queries.all(findUsers, appId, after, most)).map(grants.read)
}

export const removeGrant = changeOne<OwnGrant>('DELETE FROM app_grant WHERE id = :id AND person_id = :personId')

export const removeGrantsOfApp = change<[appId: string]>('DELETE FROM app_grant WHERE app_id = ?')
