import { accessSchema } from '@countersign/contract/access.ts'
import {
  type App,
  appKindSchema,
  appStatusSchema,
  authMethodSchema,
  consentSchema,
  emailPolicySchema,
  presetSchema,
  subjectTypeSchema,
  tokenAlgorithmSchema,
} from '@countersign/contract/routes/admin/app.ts'
import {
  cacheable,
  type Database,
  lockingStatement,
  type Queries,
  type Row,
  type SqlValue,
  statement,
  writes,
} from '../platform/store/database.ts'
import { flag, integer, integerOrNull, oneOf, text, textList, textOrNull } from '../platform/store/row.ts'

export type AppRecord = {
  id: string
  clientId: string
  name: string
  /** Its picture is elsewhere: it is not read with every call of an app. */
  logoId: string | null
  kind: App['kind']
  preset: App['preset']
  status: App['status']
  authMethod: App['authMethod']
  jwks: string | null
  launchUrl: string | null
  redirectUris: string[]
  postLogoutUris: string[]
  allowedOrigins: string[]
  backchannelLogoutUri: string | null
  scopes: string[]
  consent: App['consent']
  subjectType: App['subjectType']
  idTokenAlg: App['idTokenAlg']
  email: App['email']
  requirePar: boolean
  requirePkce: boolean
  allowHttp: boolean
  introspectAppIds: string[]
  tokenAudience: string | null
  access: App['access']
  groupIds: string[]
  accessSeconds: number
  refreshIdleSeconds: number
  refreshMaxSeconds: number
  people: number
  lastSignInAt: number | null
  createdAt: number
  version: number
}

const FIELDS = `name, name_key, logo_asset_id, status, auth_method, jwks, launch_url, redirect_uris, post_logout_uris,
  allowed_origins, backchannel_logout_uri, scopes, consent, subject_type, id_token_alg, email, require_par,
  require_pkce, allow_http, introspect_app_ids, token_audience, access, group_ids, access_seconds, refresh_idle_seconds, refresh_max_seconds, updated_at, version`
const COLUMNS = `id, client_id, kind, preset, people, last_sign_in_at, created_at, ${FIELDS}`
const findByClientId = cacheable('app')(
  `SELECT ${COLUMNS}, test_until FROM app WHERE client_id = ? AND status <> 'deleted'`,
)
const findById = cacheable('app')(`SELECT ${COLUMNS} FROM app WHERE id = ? AND status <> 'deleted'`)
const findForChange = lockingStatement(`SELECT ${COLUMNS} FROM app WHERE id = ? AND status <> 'deleted'`)
const findAll = statement(`SELECT ${COLUMNS} FROM app WHERE status <> 'deleted' ORDER BY name_key LIMIT ?`)
const countAll = statement(`SELECT count(*) AS count FROM app WHERE status <> 'deleted'`)
const insert = writes('app')(`
  INSERT INTO app (id, client_id, kind, preset, created_at, ${FIELDS})
  VALUES (?, ?, ?, ?, ?${', ?'.repeat(FIELDS.split(',').length)})`)
const update = writes('app')(`
  UPDATE app SET ${FIELDS.split(',')
    .map((column) => `${column} = ?`)
    .join(', ')} WHERE id = ?`)
const markDeleted = writes('app')(
  `UPDATE app SET status = 'deleted', logo_asset_id = NULL, updated_at = ? WHERE id = ?`,
)
const lockFirst = lockingStatement('SELECT id FROM app ORDER BY id LIMIT 1')
const findUsedClientId = statement('SELECT id FROM app WHERE client_id = ?')
const findByNameKey = statement(`SELECT id FROM app WHERE name_key = ? AND status <> 'deleted'`)
const noteSignIn = writes('app')(
  'UPDATE app SET last_sign_in_at = ? WHERE id = ? AND (last_sign_in_at IS NULL OR last_sign_in_at < ?)',
)
const allowTest = writes('app')('UPDATE app SET test_until = ? WHERE id = ?')
const addPeople = writes('app')('UPDATE app SET people = people + ? WHERE id = ?')

/** Until when a test of it may come back to our own page. */
export type AppWithTest = AppRecord & { testUntil: number }

export async function findAppByClientId(queries: Queries, clientId: string): Promise<AppWithTest | undefined> {
  const row = await queries.one(findByClientId, clientId)
  return row && toAppWithTest(row)
}

/** May be what it was a moment ago: asked for with every call of an app. */
export function findAppOfClient(store: Database, clientId: string): Promise<AppWithTest | undefined> {
  return store.lookUp({ statement: findByClientId, name: clientId, key: () => clientId, read: toAppWithTest })
}

/** The same by its id. */
export function findAppRemembered(store: Database, id: string): Promise<AppRecord | undefined> {
  return store.lookUp({ statement: findById, name: id, key: () => id, read: toApp })
}

export async function findApp(queries: Queries, id: string): Promise<AppRecord | undefined> {
  const row = await queries.one(findById, id)
  return row && toApp(row)
}

/** Held until the transaction ends. */
export async function findAppForChange(queries: Queries, id: string): Promise<AppRecord | undefined> {
  const row = await queries.one(findForChange, id)
  return row && toApp(row)
}

export async function findApps(queries: Queries, most: number): Promise<AppRecord[]> {
  return (await queries.all(findAll, most)).map(toApp)
}

export async function countApps(queries: Queries): Promise<number> {
  const row = await queries.one(countAll)
  return row ? integer(row, 'count') : 0
}

/** Whoever adds an app waits here for another who does, so that both count right. */
export async function lockAdding(queries: Queries): Promise<void> {
  await queries.one(lockFirst)
}

/** Of deleted apps too. */
export async function isClientIdUsed(queries: Queries, clientId: string): Promise<boolean> {
  return (await queries.one(findUsedClientId, clientId)) !== undefined
}

/** The app that has this name, however its letters are written. */
export async function findAppIdByName(queries: Queries, name: string): Promise<string | undefined> {
  const row = await queries.one(findByNameKey, nameKey(name))
  return row && text(row, 'id')
}

/** Throws the store's conflict when the client id was used before, or another app has the name. */
export async function insertApp(queries: Queries, app: AppRecord): Promise<void> {
  await queries.run(insert, app.id, app.clientId, app.kind, app.preset, app.createdAt, ...fieldsOf(app, app.createdAt))
}

export async function updateApp(queries: Queries, app: AppRecord, now: number): Promise<void> {
  await queries.run(update, ...fieldsOf(app, now), app.id)
}

export async function markAppDeleted(queries: Queries, id: string, now: number): Promise<void> {
  await queries.run(markDeleted, now, id)
}

/** Not more often than `before` says: it is for the eye, not for the books. */
export async function noteAppSignIn(queries: Queries, id: string, at: { now: number; before: number }): Promise<void> {
  await queries.run(noteSignIn, at.now, id, at.before)
}

export async function allowAppTest(queries: Queries, id: string, until: number): Promise<void> {
  await queries.run(allowTest, until, id)
}

export async function addAppPeople(queries: Queries, id: string, more: number): Promise<void> {
  await queries.run(addPeople, more, id)
}

function fieldsOf(app: AppRecord, now: number): SqlValue[] {
  const list = (values: string[]) => JSON.stringify(values)
  return [
    app.name,
    nameKey(app.name),
    app.logoId,
    app.status,
    app.authMethod,
    app.jwks,
    app.launchUrl,
    list(app.redirectUris),
    list(app.postLogoutUris),
    list(app.allowedOrigins),
    app.backchannelLogoutUri,
    list(app.scopes),
    app.consent,
    app.subjectType,
    app.idTokenAlg,
    app.email,
    app.requirePar ? 1 : 0,
    app.requirePkce ? 1 : 0,
    app.allowHttp ? 1 : 0,
    list(app.introspectAppIds),
    app.tokenAudience,
    app.access,
    list(app.groupIds),
    app.accessSeconds,
    app.refreshIdleSeconds,
    app.refreshMaxSeconds,
    now,
    app.version,
  ]
}

function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

function toAppWithTest(row: Row): AppWithTest {
  return { ...toApp(row), testUntil: integer(row, 'test_until') }
}

function toApp(row: Row): AppRecord {
  return {
    id: text(row, 'id'),
    clientId: text(row, 'client_id'),
    name: text(row, 'name'),
    logoId: textOrNull(row, 'logo_asset_id'),
    kind: oneOf(row, 'kind', appKindSchema.options),
    preset: oneOf(row, 'preset', presetSchema.options),
    status: oneOf(row, 'status', appStatusSchema.options),
    authMethod: oneOf(row, 'auth_method', authMethodSchema.options),
    jwks: textOrNull(row, 'jwks'),
    launchUrl: textOrNull(row, 'launch_url'),
    redirectUris: textList(row, 'redirect_uris'),
    postLogoutUris: textList(row, 'post_logout_uris'),
    allowedOrigins: textList(row, 'allowed_origins'),
    backchannelLogoutUri: textOrNull(row, 'backchannel_logout_uri'),
    scopes: textList(row, 'scopes'),
    consent: oneOf(row, 'consent', consentSchema.options),
    subjectType: oneOf(row, 'subject_type', subjectTypeSchema.options),
    idTokenAlg: oneOf(row, 'id_token_alg', tokenAlgorithmSchema.options),
    email: oneOf(row, 'email', emailPolicySchema.options),
    requirePar: flag(row, 'require_par'),
    requirePkce: flag(row, 'require_pkce'),
    allowHttp: flag(row, 'allow_http'),
    introspectAppIds: textList(row, 'introspect_app_ids'),
    tokenAudience: textOrNull(row, 'token_audience'),
    access: oneOf(row, 'access', accessSchema.options),
    groupIds: textList(row, 'group_ids'),
    accessSeconds: integer(row, 'access_seconds'),
    refreshIdleSeconds: integer(row, 'refresh_idle_seconds'),
    refreshMaxSeconds: integer(row, 'refresh_max_seconds'),
    people: integer(row, 'people'),
    lastSignInAt: integerOrNull(row, 'last_sign_in_at'),
    createdAt: integer(row, 'created_at'),
    version: integer(row, 'version'),
  }
}
