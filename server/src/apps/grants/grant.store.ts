import { type App, emailPolicySchema } from '@countersign/contract/routes/admin/app.ts'
import { cacheable, type Database, type Queries, type Row, statement, writes } from '../../platform/store/database.ts'
import { integer, oneOf, text, textList, textOrNull } from '../../platform/store/row.ts'

/** What a person allowed an app to know. */
export type GrantRecord = {
  id: string
  personId: string
  appId: string
  scopes: string[]
  grantedAt: number
  lastUsedAt: number
}

const COLUMNS = 'id, person_id, app_id, scopes, granted_at, last_used_at'
const find = cacheable('app_grant')(`SELECT ${COLUMNS} FROM app_grant WHERE person_id = ? AND app_id = ?`)
const save = writes('app_grant')(`
  INSERT INTO app_grant (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (person_id, app_id) DO UPDATE SET scopes = excluded.scopes, last_used_at = excluded.last_used_at`)
const markUsed = writes('app_grant')('UPDATE app_grant SET last_used_at = ? WHERE id = ? AND last_used_at < ?')
const findOf = statement(`
  SELECT g.id, g.person_id, g.app_id, g.scopes, g.granted_at, g.last_used_at, a.name, a.logo_asset_id,
    a.launch_url, a.email
  FROM app_grant g JOIN app a ON a.id = g.app_id WHERE g.person_id = ? ORDER BY g.last_used_at DESC, g.id`)
const remove = statement('DELETE FROM app_grant WHERE id = ? AND person_id = ?')
const findOwn = statement(`
  SELECT g.id, g.person_id, g.app_id, g.scopes, g.granted_at, g.last_used_at, a.name, a.logo_asset_id,
    a.launch_url, a.email
  FROM app_grant g JOIN app a ON a.id = g.app_id WHERE g.id = ? AND g.person_id = ?`)
const findUsers = statement(`
  SELECT ${COLUMNS} FROM app_grant WHERE app_id = ? AND id < ? ORDER BY id DESC LIMIT ?`)
const removeOfApp = statement('DELETE FROM app_grant WHERE app_id = ?')

export async function findGrant(
  queries: Queries,
  { personId, appId }: { personId: string; appId: string },
): Promise<GrantRecord | undefined> {
  const row = await queries.one(find, personId, appId)
  return row && toGrant(row)
}

/** May be what it was a moment ago: asked for with every call of an app. */
export function findGrantRemembered(
  store: Database,
  { personId, appId }: { personId: string; appId: string },
): Promise<GrantRecord | undefined> {
  const name = `${personId} ${appId}`
  return store.lookUp({ statement: find, name, key: () => [personId, appId], read: toGrant })
}

export async function findOwnGrant(
  queries: Queries,
  { id, personId }: { id: string; personId: string },
): Promise<GrantWithApp | undefined> {
  const row = await queries.one(findOwn, id, personId)
  return row && toGrantWithApp(row)
}

/** New, or with other scopes than before. */
export async function saveGrant(queries: Queries, grant: GrantRecord): Promise<void> {
  const { id, personId, appId, scopes, grantedAt, lastUsedAt } = grant
  await queries.run(save, id, personId, appId, JSON.stringify(scopes), grantedAt, lastUsedAt)
}

export async function markGrantUsed(queries: Queries, id: string, at: { now: number; before: number }): Promise<void> {
  await queries.run(markUsed, at.now, id, at.before)
}

export type GrantWithApp = GrantRecord & {
  appName: string
  logoId: string | null
  launchUrl: string | null
  email: App['email']
}

export async function findGrantsOf(queries: Queries, personId: string): Promise<GrantWithApp[]> {
  const rows = await queries.all(findOf, personId)
  return rows.map(toGrantWithApp)
}

/** Who allowed this app, the latest first. `~` follows every id. */
export async function findGrantsOfApp(
  queries: Queries,
  appId: string,
  { after = '~', most }: { after?: string | undefined; most: number },
): Promise<GrantRecord[]> {
  return (await queries.all(findUsers, appId, after, most)).map(toGrant)
}

export async function removeGrant(
  queries: Queries,
  { id, personId }: { id: string; personId: string },
): Promise<boolean> {
  return (await queries.run(remove, id, personId)) === 1
}

export async function removeGrantsOfApp(queries: Queries, appId: string): Promise<void> {
  await queries.run(removeOfApp, appId)
}

function toGrantWithApp(row: Row): GrantWithApp {
  return {
    ...toGrant(row),
    appName: text(row, 'name'),
    logoId: textOrNull(row, 'logo_asset_id'),
    launchUrl: textOrNull(row, 'launch_url'),
    email: oneOf(row, 'email', emailPolicySchema.options),
  }
}

function toGrant(row: Row): GrantRecord {
  return {
    id: text(row, 'id'),
    personId: text(row, 'person_id'),
    appId: text(row, 'app_id'),
    scopes: textList(row, 'scopes'),
    grantedAt: integer(row, 'granted_at'),
    lastUsedAt: integer(row, 'last_used_at'),
  }
}
