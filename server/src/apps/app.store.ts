import type { PublicKey } from '@countersign/contract/app/app-keys.ts'
import { accessSchema } from '@countersign/contract/schemas/access.ts'
import {
  appKindSchema,
  appStatusSchema,
  authMethodSchema,
  consentSchema,
  emailPolicySchema,
  presetSchema,
  subjectTypeSchema,
  tokenAlgorithmSchema,
} from '@countersign/contract/schemas/admin/app.ts'
import {
  cacheable,
  type Database,
  lockingStatement,
  type Queries,
  type Row,
  statement,
} from '../platform/store/database.ts'
import { selectAll, selectOne } from '../platform/store/query.ts'
import {
  flag,
  integer,
  integerOrNull,
  mapRecord,
  option,
  type RecordOf,
  text,
  textList,
  textOrNull,
} from '../platform/store/row.ts'

const FIELDS = {
  id: ['id', text],
  clientId: ['client_id', text],
  name: ['name', text],
  logoId: ['logo_asset_id', textOrNull],
  kind: ['kind', option(appKindSchema)],
  preset: ['preset', option(presetSchema)],
  status: ['status', option(appStatusSchema)],
  authMethod: ['auth_method', option(authMethodSchema)],
  jwks: ['jwks', textOrNull],
  launchUrl: ['launch_url', textOrNull],
  redirectUris: ['redirect_uris', textList],
  postLogoutUris: ['post_logout_uris', textList],
  allowedOrigins: ['allowed_origins', textList],
  backchannelLogoutUri: ['backchannel_logout_uri', textOrNull],
  scopes: ['scopes', textList],
  consent: ['consent', option(consentSchema)],
  subjectType: ['subject_type', option(subjectTypeSchema)],
  idTokenAlg: ['id_token_alg', option(tokenAlgorithmSchema)],
  email: ['email', option(emailPolicySchema)],
  requirePar: ['require_par', flag],
  requirePkce: ['require_pkce', flag],
  allowHttp: ['allow_http', flag],
  introspectAppIds: ['introspect_app_ids', textList],
  tokenAudience: ['token_audience', textOrNull],
  access: ['access', option(accessSchema)],
  groupIds: ['group_ids', textList],
  accessSeconds: ['access_seconds', integer],
  refreshIdleSeconds: ['refresh_idle_seconds', integer],
  refreshMaxSeconds: ['refresh_max_seconds', integer],
  people: ['people', integer],
  lastSignInAt: ['last_sign_in_at', integerOrNull],
  createdAt: ['created_at', integer],
  version: ['version', integer],
} as const

export type AppRecord = RecordOf<typeof FIELDS>

const { columns: COLUMNS, placeholders, read: toApp, values } = mapRecord(FIELDS)
const editable = mapRecord(FIELDS, ['id', 'clientId', 'kind', 'preset', 'people', 'lastSignInAt', 'createdAt'])
// The keys of running self-tests as JSON objects, in the same row so that they are cached and invalidated with the app.
const findByClientId = cacheable(`
  SELECT ${COLUMNS}, test_until, (
    SELECT string_agg('{"expiresAt":' || expires_at || ',"key":' || jwk || '}', ',') FROM app_test_key WHERE app_id = app.id
  ) AS test_keys
  FROM app WHERE client_id = ? AND status <> 'deleted'`)
const findById = cacheable(`SELECT ${COLUMNS} FROM app WHERE id = ? AND status <> 'deleted'`)
const countAll = statement(`SELECT count(*) AS count FROM app WHERE status <> 'deleted'`)
const insert = statement(`
  INSERT INTO app (${COLUMNS}, name_key, updated_at) VALUES (${placeholders}, ?, ?)`)
const update = statement(`UPDATE app SET ${editable.assignments}, name_key = ?, updated_at = ? WHERE id = ?`)
const markDeleted = statement(`UPDATE app SET status = 'deleted', logo_asset_id = NULL, updated_at = ? WHERE id = ?`)
const lockFirst = lockingStatement('SELECT id FROM app ORDER BY id LIMIT 1')
const findUsedClientId = statement('SELECT id FROM app WHERE client_id = ?')
const findByNameKey = statement(`SELECT id FROM app WHERE name_key = ? AND status <> 'deleted'`)
const markUsed = statement(
  'UPDATE app SET last_sign_in_at = ? WHERE id = ? AND (last_sign_in_at IS NULL OR last_sign_in_at < ?)',
)
const addPeople = statement('UPDATE app SET people = people + ? WHERE id = ?')

export type TestableApp = AppRecord & { testUntil: number; testKeys: { key: PublicKey; expiresAt: number }[] }

export async function findByClient(queries: Queries, clientId: string): Promise<AppRecord | undefined> {
  const row = await queries.one(findByClientId, clientId)
  return row && toApp(row)
}

export async function findCachedByClient(store: Database, clientId: string): Promise<TestableApp | undefined> {
  return store.lookUp({ statement: findByClientId, name: clientId, key: () => clientId, read: toTestableApp })
}

export async function findCachedById(store: Database, id: string): Promise<AppRecord | undefined> {
  return store.lookUp({ statement: findById, name: id, key: () => id, read: toApp })
}

export async function findApp(queries: Queries, id: string): Promise<AppRecord | undefined> {
  const row = await queries.one(findById, id)
  return row && toApp(row)
}

export const findAppForChange = selectOne(toApp)(
  lockingStatement<[id: string]>(`SELECT ${COLUMNS} FROM app WHERE id = ? AND status <> 'deleted'`),
)

export const findApps = selectAll(toApp)<[most: number]>(
  `SELECT ${COLUMNS} FROM app WHERE status <> 'deleted' ORDER BY name_key LIMIT ?`,
)

export async function countApps(queries: Queries): Promise<number> {
  const row = await queries.one(countAll)
  return row ? integer(row, 'count') : 0
}

export async function lockAppCreation(queries: Queries): Promise<void> {
  await queries.one(lockFirst)
}

export async function isClientIdUsed(queries: Queries, clientId: string): Promise<boolean> {
  return (await queries.one(findUsedClientId, clientId)) !== undefined
}

export async function findAppIdByName(queries: Queries, name: string): Promise<string | undefined> {
  const row = await queries.one(findByNameKey, nameKey(name))
  return row && text(row, 'id')
}

/** Throws the store's conflict when the client id was used before, or another app has the name. */
export async function insertApp(queries: Queries, app: AppRecord): Promise<void> {
  await queries.run(insert, ...values(app), nameKey(app.name), app.createdAt)
}

export async function updateApp(queries: Queries, app: AppRecord, now: number): Promise<void> {
  await queries.run(update, ...editable.values(app), nameKey(app.name), now, app.id)
}

export async function markAppDeleted(queries: Queries, id: string, now: number): Promise<void> {
  await queries.run(markDeleted, now, id)
}

export async function markAppUsed(queries: Queries, id: string, at: { now: number; before: number }): Promise<void> {
  await queries.run(markUsed, at.now, id, at.before)
}

export async function addAppPeople(queries: Queries, id: string, more: number): Promise<void> {
  await queries.run(addPeople, more, id)
}

function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

function toTestableApp(row: Row): TestableApp {
  const testKeys = JSON.parse(`[${textOrNull(row, 'test_keys') ?? ''}]`)
  return { ...toApp(row), testUntil: integer(row, 'test_until'), testKeys }
}
