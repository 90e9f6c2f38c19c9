import type { ActivityKind } from '@countersign/contract/activity-kinds.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import { APPS_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { App, updateApp as updateAppRoute } from '@countersign/contract/routes/admin/app.ts'
import { removeRequestsFor } from '../accounts/access-request/access-request.store.ts'
import { changeAccess, requireAccess, requireGroups } from '../accounts/group/group-access.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Acting } from '../call.ts'
import type { Context } from '../context.ts'
import { newId } from '../platform/crypto/id.ts'
import { readLogo, storeLogo } from '../platform/images/logo.ts'
import { invalidField } from '../platform/invalid-field.ts'
import { removeAsset } from '../platform/store/asset.ts'
import { type Queries, retryOnConflict } from '../platform/store/database.ts'
import * as store from './app.store.ts'
import { type AppRecord, lockApp, presentApp } from './app.ts'
import { type AppFields, applyDefaults, type NewApp, normalizeApp, requireValidApp } from './app-settings.ts'
import { removeGrantsOfApp } from './grants/grant.store.ts'
import { removeTokensOfApp, revokeTokensOfApp } from './grants/token.store.ts'
import { removeStaleKeyUses } from './key-set.ts'
import { removeKeyUsesOf } from './key-use.store.ts'
import { findSecrets, insertSecret, removeSecretsOf, removeTestKeysOf } from './secret.store.ts'
import { newSecret, usesSecret } from './secret.ts'

/** An admin in their session, or the command line. */
export type AppActor = Acting | { because: string; transaction: Acting['transaction'] }
type VersionedActor = AppActor & { version: number }

const CLIENT_ID_BYTES = 10

export async function createApp(
  context: Context,
  by: AppActor,
  input: NewApp,
): Promise<{ app: App; secret: string | null }> {
  const defaults = applyDefaults(input)
  const fields = { ...defaults, ...requireAccess(defaults) }
  requireValidApp(fields)
  const app = newApp(context, normalizeApp(fields), input.clientId)
  const { secret, record } = newSecret(context, app.id)
  const hasSecret = usesSecret(app)
  return retryOnConflict(() =>
    by.transaction(async (queries) => {
      await requireAvailable(queries, app)
      await requireGroups(queries, app.groupIds)
      await requireApps(queries, app.introspectAppIds)
      await store.insertApp(queries, app)
      if (hasSecret) await insertSecret(queries, record)
      await recordAppChange(context, queries, { kind: 'app.created', by, app })
      return { app: await presentApp(queries, app), secret: hasSecret ? secret : null }
    }),
  )
}

function newApp(context: Context, fields: AppFields, clientId: string | undefined): AppRecord {
  return {
    ...fields,
    id: newId(context, 'app'),
    clientId: clientId ?? context.random(CLIENT_ID_BYTES).toString('hex'),
    logoId: null,
    status: 'active',
    people: 0,
    lastSignInAt: null,
    createdAt: context.now(),
    version: 1,
  }
}

async function requireAvailable(queries: Queries, { clientId, name }: AppRecord): Promise<void> {
  await store.lockAppCreation(queries)
  if ((await store.countApps(queries)) >= APPS_MAX) throw new AppError('app_limit')
  if (await store.isClientIdUsed(queries, clientId)) throw new AppError('client_id_taken')
  if (await store.findAppIdByName(queries, name)) throw new AppError('app_name_taken')
}

async function requireApps(queries: Queries, ids: string[]): Promise<void> {
  for (const [index, id] of ids.entries())
    if (!(await store.findApp(queries, id))) throw invalidField(`/introspectAppIds/${index}`, 'unknown_app')
}

type Change = BodyOf<typeof updateAppRoute>

export function changeApp(
  context: Context,
  by: VersionedActor,
  { id, change }: { id: string; change: Change },
): Promise<App> {
  return retryOnConflict(() =>
    by.transaction(async (queries) => {
      const current = await lockApp(queries, id, by.version)
      const next = applyChange(current, change)
      const fields = fieldsChanged(current, next)
      if (fields.length === 0) return presentApp(queries, current)
      const named = await store.findAppIdByName(queries, next.name)
      if (named !== undefined && named !== id) throw new AppError('app_name_taken')
      if (fields.includes('groupIds')) await requireGroups(queries, next.groupIds)
      if (fields.includes('introspectAppIds')) await requireApps(queries, next.introspectAppIds)
      await store.updateApp(queries, next, context.now())
      const data = { fields: fields.join(' '), ...(fields.includes('status') ? { status: next.status } : {}) }
      await recordAppChange(context, queries, { kind: 'app.updated', by, app: next, data })
      if (fields.includes('jwks')) await removeStaleKeyUses(queries, id, next.jwks)
      if (current.authMethod !== next.authMethod) await removeCredentials(context, queries, { by, current, next })
      return presentApp(queries, next)
    }),
  )
}

export async function changeAppLogo(
  context: Context,
  by: VersionedActor,
  { id, image }: { id: string; image: string | null },
): Promise<App> {
  const logo = readLogo(image)
  return by.transaction(async (queries) => {
    const current = await lockApp(queries, id, by.version)
    if (!logo && current.logoId === null) return presentApp(queries, current)
    const next = { ...current, logoId: await storeLogo(context, queries, logo), version: current.version + 1 }
    await store.updateApp(queries, next, context.now())
    if (current.logoId !== null) await removeAsset(queries, current.logoId)
    await recordAppChange(context, queries, { kind: 'app.updated', by, app: next, data: { fields: 'logo' } })
    return presentApp(queries, next)
  })
}

function applyChange(current: AppRecord, change: Change): AppRecord {
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const jwks = (change.authMethod ?? current.authMethod) === 'private_key_jwt' ? current.jwks : null
  const rule = changeAccess(current, change)
  const next = { ...current, jwks, ...(set as Partial<AppRecord>), ...rule } as AppRecord & AppFields // scopes are validated by the route
  requireValidApp(next)
  return { ...normalizeApp(next), version: current.version + 1 }
}

function fieldsChanged(current: AppRecord, next: AppRecord): string[] {
  return (Object.keys(next) as (keyof AppRecord)[]) // its own keys
    .filter((field) => field !== 'version' && JSON.stringify(current[field]) !== JSON.stringify(next[field]))
}

/** The old credentials stay invalid even if the app returns to its old authentication method. */
async function removeCredentials(
  context: Context,
  queries: Queries,
  { by, current, next }: { by: AppActor; current: AppRecord; next: AppRecord },
): Promise<void> {
  await removeTestKeysOf(queries, next.id)
  if (usesSecret(next)) return
  const secrets = usesSecret(current) ? await findSecrets(queries, next.id) : []
  await removeSecretsOf(queries, next.id)
  for (const { id } of secrets)
    await recordAppChange(context, queries, { kind: 'app.secret_removed', by, app: next, data: { secret: id } })
}

/** Removes its grants, tokens, credentials and logo. The client id stays reserved. */
export function deleteApp(context: Context, by: VersionedActor, id: string): Promise<void> {
  return by.transaction(async (queries) => {
    // Before the app, the lock order of a person who ends a grant; and again for grants given before the lock.
    await removeGrantsOfApp(queries, id)
    const app = await lockApp(queries, id, by.version)
    await removeGrantsOfApp(queries, id)
    await store.markAppDeleted(queries, { id, now: context.now() })
    await removeRequestsFor(queries, id)
    await removeTokensOfApp(queries, id)
    await removeSecretsOf(queries, id)
    await removeTestKeysOf(queries, id)
    await removeKeyUsesOf(queries, id)
    if (app.logoId !== null) await removeAsset(queries, app.logoId)
    await recordAppChange(context, queries, { kind: 'app.deleted', by, app })
  })
}

/** For an app whose secret or database leaked: everyone has to sign in to it again. */
export function signOutOfApp(context: Context, by: AppActor, id: string): Promise<{ ended: number }> {
  return by.transaction(async (queries) => {
    const app = await lockApp(queries, id)
    const ended = await revokeTokensOfApp(queries, id, context.now())
    await recordAppChange(context, queries, { kind: 'app.signed_out', by, app, data: { ended } })
    return { ended }
  })
}

type AppChange = { kind: ActivityKind; by: AppActor; app: AppRecord; data?: Record<string, string | number> }

/** `data` names what was changed, and never contains a secret. */
export function recordAppChange(context: Context, queries: Queries, { kind, by, app, data }: AppChange): Promise<void> {
  const all = { app: app.name, appId: app.id, ...data }
  if ('because' in by)
    return recordEvent(context, queries, { kind, by: 'system', data: { ...all, because: by.because } })
  return recordEvent(context, queries, { kind, ...by, data: all })
}
