/** Apps as those who run the place see them. */

import { AppError } from '@countersign/contract/errors.ts'
import { APPS_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { App, AppItem, AppSecret } from '@countersign/contract/routes/admin/app.ts'
import { scopes as allScopes, type Scope } from '@countersign/contract/scope.ts'
import type { Context } from '../context.ts'
import { logoAddress } from '../platform/images/logo.ts'
import type { Queries } from '../platform/store/database.ts'
import { type AppRecord, findApp, findApps } from './app.store.ts'
import { presentKeys } from './key-set.ts'
import { findKeyUses } from './key-use.store.ts'
import { findSecrets, type SecretRecord } from './secret.store.ts'

export async function listApps({ store }: Context): Promise<{ items: AppItem[] }> {
  return { items: (await findApps(store, APPS_MAX)).map(presentItem) }
}

export async function getApp({ store }: Context, id: string): Promise<App> {
  const app = await findApp(store, id)
  if (!app) throw new AppError('not_found')
  return presentApp(store, app)
}

export async function presentApp(queries: Queries, { logoId, ...app }: AppRecord): Promise<App> {
  return {
    ...app,
    logo: logoAddress(logoId),
    scopes: knownScopes(app.scopes),
    secrets: (await findSecrets(queries, app.id)).map(presentSecret),
    keys: app.jwks === null ? [] : presentKeys(app.jwks, await findKeyUses(queries, app.id)),
    lastSignInAt: app.lastSignInAt === null ? null : time(app.lastSignInAt),
    createdAt: time(app.createdAt),
  }
}

/** Its last characters tell it from others; the rest is not known here either. */
export function presentSecret({ id, hint, createdAt, expiresAt, lastUsedAt }: SecretRecord): AppSecret {
  return {
    id,
    hint,
    createdAt: time(createdAt),
    expiresAt: expiresAt === null ? null : time(expiresAt),
    lastUsedAt: lastUsedAt === null ? null : time(lastUsedAt),
  }
}

function presentItem({ id, name, logoId, clientId, kind, preset, status, people, lastSignInAt }: AppRecord): AppItem {
  const last = lastSignInAt === null ? null : time(lastSignInAt)
  return { id, name, logo: logoAddress(logoId), clientId, kind, preset, status, people, lastSignInAt: last }
}

function knownScopes(kept: string[]): Scope[] {
  return allScopes.filter((scope) => kept.includes(scope))
}

function time(at: number): string {
  return new Date(at).toISOString()
}
