/** Creates oidc-provider for a set of signing keys. Imported with the first request of an app, because it loads slowly. */

import type { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { isRegisteredPostLogout } from '@countersign/contract/app-uri.ts'
import { type Client, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { verifySecret } from '../../apps/secret.ts'
import type { Context } from '../../context.ts'
import { cookieName } from '../../platform/http/cookies.ts'
import { successorOf } from '../adapters/adapter.ts'
import { cacheClients } from '../adapters/client-adapter.ts'
import type { DecryptedKey } from '../keys/signing-key.ts'
import { redirectAfterLogout } from '../sign-out/rp-initiated-logout.ts'
import { recordEvents } from './audit-events.ts'
import { getClientApp } from './client-app.ts'
import { isFirstUse, recordSigningKey } from './client-assertion.ts'
import { configure } from './configuration.ts'
import { logErrors } from './log-errors.ts'
import { handleServerError, logConnectionError, renderError } from './render-error.ts'
import { revokeIfReplayed, revokeOnReplay } from './revoke-on-replay.ts'

export function createProvider(context: Context, keys: DecryptedKey[]): Provider {
  const { origin, secure } = context.config
  const provider = new Provider(`${origin}/oidc`, configure(context, keys))
  // It builds URLs from the forwarding headers, which mount.ts sets.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compare(given: string) {
    requireConfiguredMethod(this)
    return verifySecret(context, getClientApp(this).id, given)
  }
  provider.Client.prototype.postLogoutRedirectUriAllowed = function isAllowed(uri: string) {
    return isRegisteredPostLogout(uri, this.postLogoutRedirectUris ?? [], getClientApp(this).kind)
  }
  deriveRotatedTokens(context, provider)
  revokeOnReplay(context, provider)
  cacheClients(context, provider)
  provider.ReplayDetection.unique = (clientId, jti) => isFirstUse(context, clientId, jti)
  provider.use(async (ctx, next) => {
    await next()
    removeSessionCookie(ctx.res, cookieName('session', secure))
    if (!('oidc' in ctx)) return
    const oidcCtx = ctx as KoaContextWithOIDC // set by oidc-provider for each of its routes
    adjustResponse(oidcCtx)
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

/** oidc-provider accepts a secret in the header and the body, whichever method is registered. */
function requireConfiguredMethod({ clientAuthMethod }: Client): void {
  const inHeader = Provider.ctx?.get('authorization') !== ''
  if (inHeader === (clientAuthMethod === 'client_secret_basic')) return
  throw new errors.InvalidClientAuth(`client_secret was sent in the ${inHeader ? 'header' : 'body'}`)
}

/** By default every use of a refresh token within its grace period issues another one. */
function deriveRotatedTokens(context: Context, provider: Provider): void {
  const model = provider.RefreshToken.prototype as unknown as { generateTokenId(): string } // missing in its types
  const newId = model.generateTokenId
  model.generateTokenId = function generate() {
    const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken
    return rotated ? successorOf(context, rotated.jti) : newId.call(this)
  }
}

function adjustResponse(ctx: KoaContextWithOIDC): void {
  const { route } = ctx.oidc
  if (route === 'discovery' && ctx.status === 200) {
    ctx.body = { ...(ctx.body as object), response_modes_supported: ['query'] } // the metadata object
    ctx.set('Cache-Control', 'public, max-age=3600')
  }
  if (route === 'jwks' && ctx.status === 200) ctx.set('Cache-Control', 'public, max-age=300')
  if (route === 'token' || route === 'userinfo') return
  if (!ctx.response.is('html') || (ctx.status >= 300 && ctx.status < 400)) return
  if (route === 'end_session') redirectAfterLogout(ctx)
  else renderError(ctx, { error: 'invalid_request' })
}

/** oidc-provider would set our session cookie with every response. */
function removeSessionCookie(response: ServerResponse, name: string): void {
  const lines = [response.getHeader('set-cookie') ?? []].flat().map(String)
  const others = lines.filter((line) => !line.startsWith(`${name}=`))
  if (others.length === lines.length) return
  if (others.length === 0) response.removeHeader('set-cookie')
  else response.setHeader('set-cookie', others)
}
