/** Creates oidc-provider for a set of signing keys. Imported with the first request of an app, because it loads slowly. */

import type { EventEmitter } from 'node:events'
import { type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Context } from '../../context.ts'
import type { DecryptedKey } from '../keys/signing-key.ts'
import { applyOverrides } from '../overrides/overrides.ts'
import { recordEvents } from './audit-events.ts'
import { recordSigningKey } from './client-assertion.ts'
import { configure } from './configuration.ts'
import { logErrors } from './errors/log-errors.ts'
import { handleServerError, logConnectionError } from './errors/render-error.ts'
import { revokeIfReplayed } from './revoke-if-replayed.ts'

export function createProvider(context: Context, keys: DecryptedKey[]): Provider {
  const provider = new Provider(`${context.config.origin}/oidc`, configure(context, keys))
  // It builds URLs from the forwarding headers, which mount.ts sets.
  provider.proxy = true
  applyOverrides(context, provider)
  provider.use(async (ctx, next) => {
    await next()
    if (!('oidc' in ctx)) return
    const oidcCtx = ctx as KoaContextWithOIDC // set by oidc-provider for each of its routes
    recordSigningKey(context, oidcCtx)
    if (oidcCtx.oidc.route === 'token') await revokeIfReplayed(context, oidcCtx)
  })
  const koa = provider as unknown as EventEmitter // its types omit koa's events
  koa.on('error', (error: Error) => logConnectionError(context, error))
  provider.on('server_error', (ctx, error) => handleServerError(context, ctx, error))
  recordEvents(context, provider)
  logErrors(context, provider)
  return provider
}
