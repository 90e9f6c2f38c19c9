import { scopes as allScopes } from '@countersign/contract/app/scope.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import { APPS_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { App, AppItem, AppSecret } from '@countersign/contract/routes/admin/app.ts'
import { clientIdSchema } from '@countersign/contract/schemas/admin/app.ts'
import type { Context } from '../context.ts'
import { logoUrl } from '../platform/images/logo.ts'
import type { Database, Queries } from '../platform/store/database.ts'
import type { AppRecord, TestableApp } from './app.store.ts'
import * as store from './app.store.ts'
import { presentKeys } from './key-set.ts'
import { findKeyUses } from './key-use.store.ts'
import { findSecrets, type SecretRecord } from './secret.store.ts'

export type { AppRecord, TestableApp } from './app.store.ts'

export async function listApps({ store }: Context): Promise<{ items: AppItem[] }> {
  return { items: (await findAllApps(store)).map(presentItem) }
}

export async function getApp({ store }: Context, id: string): Promise<App> {
  return presentApp(store, await requireApp(store, id))
}

export function findAllApps(queries: Queries): Promise<AppRecord[]> {
  return store.findApps(queries, APPS_MAX)
}

export async function requireApp(queries: Queries, id: string): Promise<AppRecord> {
  const app = await store.findApp(queries, id)
  if (!app) throw new AppError('not_found')
  return app
}

/** Locks the app until the transaction ends. With `version`, throws when someone else changed it since. */
export async function lockApp(queries: Queries, id: string, version?: number): Promise<AppRecord> {
  const app = await store.findAppForChange(queries, id)
  if (!app) throw new AppError('not_found')
  if (version !== undefined && app.version !== version) throw new AppError('version_conflict')
  return app
}

/** Undefined when the app is deleted. Without groups it is open to everyone. */
export function findNamedApp(queries: Queries, id: string): Promise<{ name: string; groupIds: string[] } | undefined> {
  return store.findApp(queries, id)
}

/** PostgreSQL rejects some strings, so only well-formed client ids are looked up. */
export async function findAppByClientId(queries: Queries, clientId: string): Promise<AppRecord | undefined> {
  return isClientId(clientId) ? store.findByClient(queries, clientId) : undefined
}

export async function findCachedApp(database: Database, clientId: string): Promise<TestableApp | undefined> {
  return isClientId(clientId) ? store.findCachedByClient(database, clientId) : undefined
}

function isClientId(value: string): boolean {
  return clientIdSchema.safeParse(value).success
}

export async function presentApp(queries: Queries, { logoId, ...app }: AppRecord): Promise<App> {
  return {
    ...app,
    logo: logoUrl(logoId),
    scopes: allScopes.filter((scope) => app.scopes.includes(scope)),
    secrets: (await findSecrets(queries, app.id)).map(presentSecret),
    keys: app.jwks === null ? [] : presentKeys(app.jwks, await findKeyUses(queries, app.id)),
    lastSignInAt: timeOrNull(app.lastSignInAt),
    createdAt: new Date(app.createdAt).toISOString(),
  }
}

export function presentSecret({ id, hint, createdAt, expiresAt, lastUsedAt }: SecretRecord): AppSecret {
  return {
    id,
    hint,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: timeOrNull(expiresAt),
    lastUsedAt: timeOrNull(lastUsedAt),
  }
}

function presentItem({ id, name, logoId, clientId, kind, preset, status, people, lastSignInAt }: AppRecord): AppItem {
  const logo = logoUrl(logoId)
  return { id, name, logo, clientId, kind, preset, status, people, lastSignInAt: timeOrNull(lastSignInAt) }
}

function timeOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
