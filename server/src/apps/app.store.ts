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
import { change, selectAll, selectCount, selectOne } from '../platform/store/query.ts'
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

const apps = mapRecord({
  id: text,
  clientId: text,
  name: text,
  logoId: ['logo_asset_id', textOrNull],
  kind: option(appKindSchema),
  preset: option(presetSchema),
  status: option(appStatusSchema),
  authMethod: option(authMethodSchema),
  jwks: textOrNull,
  launchUrl: textOrNull,
  redirectUris: textList,
  postLogoutUris: textList,
  allowedOrigins: textList,
  backchannelLogoutUri: textOrNull,
  scopes: textList,
  consent: option(consentSchema),
  subjectType: option(subjectTypeSchema),
  idTokenAlg: option(tokenAlgorithmSchema),
  email: option(emailPolicySchema),
  requirePar: flag,
  requirePkce: flag,
  allowHttp: flag,
  introspectAppIds: textList,
  tokenAudience: textOrNull,
  access: option(accessSchema),
  groupIds: textList,
  accessSeconds: integer,
  refreshIdleSeconds: integer,
  refreshMaxSeconds: integer,
  people: integer,
  lastSignInAt: integerOrNull,
  createdAt: integer,
  version: integer,
})

export type AppRecord = RecordOf<typeof apps>

const EDITABLE = apps.assignments(['id', 'clientId', 'kind', 'preset', 'people', 'lastSignInAt', 'createdAt'])
// The keys of running self-tests as JSON objects, in the same row so that they are cached and invalidated with the app.
const findByClientId = cacheable<[clientId: string]>(`
  SELECT ${apps.columns}, test_until, (
    SELECT string_agg('{"expiresAt":' || expires_at || ',"key":' || jwk || '}', ',') FROM app_test_key WHERE app_id = app.id
  ) AS test_keys
  FROM app WHERE client_id = ? AND status <> 'deleted'`)
const findById = cacheable<[id: string]>(`SELECT ${apps.columns} FROM app WHERE id = ? AND status <> 'deleted'`)
const insert = change<AppRecord & { nameKey: string }>(`
  INSERT INTO app (${apps.columns}, name_key, updated_at) VALUES (${apps.values}, :nameKey, :createdAt)`)
const update = change<AppRecord & { nameKey: string; now: number }>(
  `UPDATE app SET ${EDITABLE}, name_key = :nameKey, updated_at = :now WHERE id = :id`,
)
const findUsedClientId = statement('SELECT id FROM app WHERE client_id = ?')
const findByNameKey = statement(`SELECT id FROM app WHERE name_key = ? AND status <> 'deleted'`)

export type TestableApp = AppRecord & { testUntil: number; testKeys: { key: PublicKey; expiresAt: number }[] }

export const findByClient = selectOne(apps.read)(findByClientId)

export async function findCachedByClient(store: Database, clientId: string): Promise<TestableApp | undefined> {
  return store.lookUp({ statement: findByClientId, name: clientId, key: () => clientId, read: toTestableApp })
}

export async function findCachedById(store: Database, id: string): Promise<AppRecord | undefined> {
  return store.lookUp({ statement: findById, name: id, key: () => id, read: apps.read })
}

export const findApp = selectOne(apps.read)(findById)

export const findAppForChange = selectOne(apps.read)(
  lockingStatement<[id: string]>(`SELECT ${apps.columns} FROM app WHERE id = ? AND status <> 'deleted'`),
)

export const findApps = selectAll(apps.read)<[most: number]>(
  `SELECT ${apps.columns} FROM app WHERE status <> 'deleted' ORDER BY name_key LIMIT ?`,
)

export const countApps = selectCount<[]>(`SELECT count(*) AS n FROM app WHERE status <> 'deleted'`)

export const lockAppCreation = selectOne((row) => text(row, 'id'))(
  lockingStatement<[]>('SELECT id FROM app ORDER BY id LIMIT 1'),
)

export async function isClientIdUsed(queries: Queries, clientId: string): Promise<boolean> {
  return (await queries.one(findUsedClientId, clientId)) !== undefined
}

export async function findAppIdByName(queries: Queries, name: string): Promise<string | undefined> {
  const row = await queries.one(findByNameKey, nameKey(name))
  return row && text(row, 'id')
}

/** Throws the store's conflict when the client id was used before, or another app has the name. */
export async function insertApp(queries: Queries, app: AppRecord): Promise<void> {
  await insert(queries, { ...app, nameKey: nameKey(app.name) })
}

export async function updateApp(queries: Queries, app: AppRecord, now: number): Promise<void> {
  await update(queries, { ...app, nameKey: nameKey(app.name), now })
}

export const markAppDeleted = change<{ id: string; now: number }>(
  `UPDATE app SET status = 'deleted', logo_asset_id = NULL, updated_at = :now WHERE id = :id`,
)

export const markAppUsed = change<{ id: string; now: number; before: number }>(`
  UPDATE app SET last_sign_in_at = :now
  WHERE id = :id AND (last_sign_in_at IS NULL OR last_sign_in_at < :before)`)

export const addAppPeople = change<{ id: string; more: number }>(
  'UPDATE app SET people = people + :more WHERE id = :id',
)

function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

function toTestableApp(row: Row): TestableApp {
  const testKeys = JSON.parse(`[${textOrNull(row, 'test_keys') ?? ''}]`)
  return { ...apps.read(row), testUntil: integer(row, 'test_until'), testKeys }
}
