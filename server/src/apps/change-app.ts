/** What those who run the place do to apps, all of it on the record. Deleting one ends more: `oidc/delete-app.ts`. */

import { AppError } from '@countersign/contract/errors.ts'
import { APPS_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { ActivityKind } from '@countersign/contract/routes/activity.ts'
import type { App, updateApp as updateAppRoute } from '@countersign/contract/routes/admin/app.ts'
import { changeAccess, requireAccess, requireGroups } from '../accounts/group/named-groups.ts'
import { type RequestSource, recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { newId } from '../platform/crypto/id.ts'
import { retryOnConflict } from '../platform/store/conflict.ts'
import type { Queries } from '../platform/store/database.ts'
import {
  type AppRecord,
  countApps,
  findApp,
  findAppForChange,
  findAppIdByName,
  insertApp,
  isClientIdUsed,
  lockAdding,
  updateApp,
} from './app.store.ts'
import { presentApp } from './app.ts'
import { requireRules, tidy } from './app-rules.ts'
import { forgetOtherKeys } from './key-use.ts'
import { type AppFields, fillIn, type NewApp } from './preset.ts'
import { findSecrets, insertSecret, removeSecret } from './secret.store.ts'
import { newSecret, usesSecret } from './secret.ts'

/** Who changes it: somebody in their session, from where they are, or whoever has the machine, and how. */
export type By = { actorId: string; sessionId: string; source: RequestSource } | { because: string }

/** And which version they saw. */
export type Changing = By & { version: number }

const CLIENT_ID_BYTES = 10

export async function createApp(
  context: Context,
  by: Changing,
  wanted: NewApp,
): Promise<{ app: App; secret: string | null }> {
  const filled = fillIn(wanted)
  const fields = { ...filled, ...requireAccess(filled) }
  requireRules(fields)
  const app = newApp(context, tidy(fields), wanted.clientId)
  const { secret, record } = newSecret(context, app.id)
  const hasSecret = usesSecret(app)
  return retryOnConflict(() =>
    context.store.transaction(async (queries) => {
      await requireRoom(queries, app)
      await requireGroups(queries, app.groupIds)
      await requireApps(queries, app.introspectAppIds)
      await insertApp(queries, app)
      if (hasSecret) await insertSecret(queries, record)
      await tellOfApp(context, queries, { kind: 'app.created', by, app })
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

async function requireRoom(queries: Queries, { clientId, name }: AppRecord): Promise<void> {
  await lockAdding(queries)
  if ((await countApps(queries)) >= APPS_MAX) throw new AppError('app_limit')
  if (await isClientIdUsed(queries, clientId)) throw new AppError('client_id_taken')
  if (await findAppIdByName(queries, name)) throw new AppError('app_name_taken')
}

async function requireApps(queries: Queries, ids: string[]): Promise<void> {
  for (const [index, id] of ids.entries())
    if (!(await findApp(queries, id)))
      throw new AppError('invalid_body', { fields: [{ path: `/introspectAppIds/${index}`, code: 'unknown_app' }] })
}

type Change = BodyOf<typeof updateAppRoute>

export function changeApp(
  context: Context,
  by: Changing,
  { id, change }: { id: string; change: Change },
): Promise<App> {
  return retryOnConflict(() =>
    context.store.transaction(async (queries) => {
      const held = await holdApp(queries, id, by.version)
      const next = changed(held, change)
      const fields = fieldsChanged(held, next)
      if (fields.length === 0) return presentApp(queries, held)
      const named = await findAppIdByName(queries, next.name)
      if (named !== undefined && named !== id) throw new AppError('app_name_taken')
      if (fields.includes('groupIds')) await requireGroups(queries, next.groupIds)
      if (fields.includes('introspectAppIds')) await requireApps(queries, next.introspectAppIds)
      await updateApp(queries, next, context.now())
      await tellOfApp(context, queries, { kind: 'app.updated', by, app: next, fields })
      if (fields.includes('jwks')) await forgetOtherKeys(queries, id, next.jwks)
      if (usesSecret(held) && !usesSecret(next)) await takeSecretsAway(context, queries, { by, app: next })
      return presentApp(queries, next)
    }),
  )
}

/** Nobody else changes it until the transaction ends. */
export async function holdApp(queries: Queries, id: string, version: number): Promise<AppRecord> {
  const held = await findAppForChange(queries, id)
  if (!held) throw new AppError('not_found')
  if (held.version !== version) throw new AppError('version_conflict')
  return held
}

function changed(held: AppRecord, change: Change): AppRecord {
  const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  // Its keys go with the way of using them.
  const jwks = (change.authMethod ?? held.authMethod) === 'private_key_jwt' ? held.jwks : null
  const rule = changeAccess(held, change)
  const next = { ...held, jwks, ...(said as Partial<AppRecord>), ...rule } as AppRecord & AppFields // scopes are checked on their way in
  requireRules(next)
  return { ...tidy(next), version: held.version + 1 }
}

function fieldsChanged(held: AppRecord, next: AppRecord): string[] {
  return (Object.keys(next) as (keyof AppRecord)[]) // its own keys
    .filter((field) => field !== 'version' && JSON.stringify(held[field]) !== JSON.stringify(next[field]))
}

/** What somebody still has of them is worth nothing from now on, also if the app is given secrets again. */
async function takeSecretsAway(
  context: Context,
  queries: Queries,
  { by, app }: { by: Changing; app: AppRecord },
): Promise<void> {
  for (const { id } of await findSecrets(queries, app.id)) {
    await removeSecret(queries, { id, appId: app.id })
    await tellOfApp(context, queries, { kind: 'app.secret_removed', by, app, secretId: id })
  }
}

type Told = {
  kind: ActivityKind
  by: By
  app: AppRecord
  fields?: string[]
  secretId?: string
  ended?: number
}

/** Which app, and the names of what was changed; never a secret. */
export function tellOfApp(
  context: Context,
  queries: Queries,
  { kind, by, app, fields, secretId, ended }: Told,
): Promise<void> {
  const data = {
    app: app.name,
    appId: app.id,
    ...(fields === undefined ? {} : { fields: fields.join(' ') }),
    ...(fields?.includes('status') ? { status: app.status } : {}),
    ...(secretId === undefined ? {} : { secret: secretId }),
    ...(ended === undefined ? {} : { ended }),
  }
  if ('because' in by)
    return recordEvent(context, queries, { kind, by: 'system', data: { ...data, because: by.because } })
  const { actorId, sessionId, source } = by
  return recordEvent(context, queries, { kind, actorId, sessionId, source, data })
}
