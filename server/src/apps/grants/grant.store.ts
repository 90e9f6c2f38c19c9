import { emailPolicySchema } from '@countersign/contract/schemas/admin/app.ts'
import { cacheable, type Database, type Queries, statement } from '../../platform/store/database.ts'
import { change, changeOne, selectAll, selectOne } from '../../platform/store/query.ts'
import { integer, mapRecord, option, type RecordOf, text, textList, textOrNull } from '../../platform/store/row.ts'

const FIELDS = {
  id: ['id', text],
  personId: ['person_id', text],
  appId: ['app_id', text],
  scopes: ['scopes', textList],
  grantedAt: ['granted_at', integer],
  lastUsedAt: ['last_used_at', integer],
} as const
const FIELDS_WITH_APP = {
  ...FIELDS,
  appName: ['name', text],
  logoId: ['logo_asset_id', textOrNull],
  launchUrl: ['launch_url', textOrNull],
  email: ['email', option(emailPolicySchema)],
} as const
export type GrantRecord = RecordOf<typeof FIELDS>
export type GrantWithApp = RecordOf<typeof FIELDS_WITH_APP>

const { columns: COLUMNS, placeholders, read: toGrant, values } = mapRecord(FIELDS)
const { read: toGrantWithApp } = mapRecord(FIELDS_WITH_APP)
const WITH_APP = `
  SELECT g.id, g.person_id, g.app_id, g.scopes, g.granted_at, g.last_used_at, a.name, a.logo_asset_id, a.launch_url,
    a.email
  FROM app_grant g JOIN app a ON a.id = g.app_id`
const find = cacheable(`SELECT ${COLUMNS} FROM app_grant WHERE person_id = ? AND app_id = ?`)
const save = statement(`
  INSERT INTO app_grant (${COLUMNS}) VALUES (${placeholders})
  ON CONFLICT (person_id, app_id) DO UPDATE SET scopes = excluded.scopes, last_used_at = excluded.last_used_at`)
const markUsed = statement('UPDATE app_grant SET last_used_at = ? WHERE id = ? AND last_used_at < ?')
const findUsers = statement(`
  SELECT ${COLUMNS} FROM app_grant WHERE app_id = ? AND id < ? ORDER BY id DESC LIMIT ?`)

export type PersonAndApp = { personId: string; appId: string }
type OwnGrant = { id: string; personId: string }

export async function findGrant(queries: Queries, { personId, appId }: PersonAndApp): Promise<GrantRecord | undefined> {
  const row = await queries.one(find, personId, appId)
  return row && toGrant(row)
}

export async function findCached(store: Database, { personId, appId }: PersonAndApp): Promise<GrantRecord | undefined> {
  const name = `${personId} ${appId}`
  return store.lookUp({ statement: find, name, key: () => [personId, appId], read: toGrant })
}

export const findOwnGrant = selectOne(toGrantWithApp)<OwnGrant>(
  `${WITH_APP} WHERE g.id = :id AND g.person_id = :personId`,
)

export async function saveGrant(queries: Queries, grant: GrantRecord): Promise<void> {
  await queries.run(save, ...values(grant))
}

export async function markGrantUsed(queries: Queries, id: string, at: { now: number; before: number }): Promise<void> {
  await queries.run(markUsed, at.now, id, at.before)
}

export const findGrantsOf = selectAll(toGrantWithApp)<[personId: string]>(
  `${WITH_APP} WHERE g.person_id = ? ORDER BY g.last_used_at DESC, g.id`,
)

/** Newest first. `~` sorts after every id. */
export async function findPageOfApp(
  queries: Queries,
  appId: string,
  { after = '~', most }: { after?: string | undefined; most: number },
): Promise<GrantRecord[]> {
  return (await queries.all(findUsers, appId, after, most)).map(toGrant)
}

export const removeGrant = changeOne<OwnGrant>('DELETE FROM app_grant WHERE id = :id AND person_id = :personId')

export const removeGrantsOfApp = change<[appId: string]>('DELETE FROM app_grant WHERE app_id = ?')
